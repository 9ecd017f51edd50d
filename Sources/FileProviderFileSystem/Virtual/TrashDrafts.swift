import FileProviderStore
import Synchronization

/// The files in the `info` folders that belong to no item: those that programs wrote before they trash something, and
/// the info of items that have just left the trash.
final class TrashDrafts: Sendable {
  struct Key: Hashable {
    var user: UInt32
    var name: [UInt8]
  }

  private struct State {
    var byName: [Key: TrashDraft] = [:]
    var byNumber: [UInt64: WeakDraft] = [:]
    /// The names of the info of items that have left, the oldest first.
    var left: [Key] = []
    var next: UInt64 = 1
  }

  private struct WeakDraft {
    weak var draft: TrashDraft?
  }

  private let state = Mutex(State())

  /// Files are refused while `limit` and `leftLimit` together have names.
  static let limit = 1024
  /// The info of an item that has left is kept for the last `leftLimit` items, and found for `leftSeconds`: a program
  /// removes it right afterwards.
  private static let leftLimit = 1024
  private static let leftSeconds: Int64 = 60

  /// Makes an empty file.
  ///
  /// - Throws: `EEXIST`; `ENOSPC` when there are too many.
  func create(_ key: Key, mode: UInt32) throws(ErrorNumber) -> TrashDraft {
    let made = state.withLock { state -> Result<TrashDraft, ErrorNumber> in
      if let known = state.byName[key], known.left == nil { return .failure(.alreadyExists) }
      guard state.byName.count < Self.limit + Self.leftLimit else { return .failure(.noSpace) }
      return .success(Self.insert(key, mode: mode, into: &state))
    }
    return try made.get()
  }

  /// Keeps the info of an item that has left the trash, for the program that removes it next. Listings do not show it.
  func leave(_ key: Key, contents: [UInt8]) {
    state.withLock { state in
      if let known = state.byName[key], known.left == nil { return }
      _ = Self.insert(key, contents: contents, left: .now, into: &state)
      state.left.append(key)
      if state.left.count > Self.leftLimit { Self.unlink(state.left.removeFirst(), from: &state) { $0.left != nil } }
    }
  }

  private static func insert(
    _ key: Key, contents: [UInt8] = [], mode: UInt32 = 0o600, left: Timestamp? = nil, into state: inout State
  ) -> TrashDraft {
    unlink(key, from: &state)
    let draft = TrashDraft(number: state.next, user: key.user, contents: contents, mode: mode, left: left)
    state.next += 1
    state.byName[key] = draft
    state.byNumber[draft.number] = WeakDraft(draft: draft)
    if state.byNumber.count > 2 * (limit + leftLimit) { state.byNumber = state.byNumber.filter { $1.draft != nil } }
    return draft
  }

  @discardableResult
  private static func unlink(
    _ key: Key, from state: inout State, where condition: (TrashDraft) -> Bool = { _ in true }
  ) -> TrashDraft? {
    guard let draft = state.byName[key], condition(draft) else { return nil }
    draft.withState { $0.isLinked = false }
    return state.byName.removeValue(forKey: key)
  }

  func find(_ key: Key) -> TrashDraft? {
    state.withLock { state in
      guard let draft = state.byName[key] else { return nil }
      guard let left = draft.left else { return draft }
      return Timestamp.now.rawValue - left.rawValue < Self.leftSeconds * 1_000_000_000 ? draft : nil
    }
  }

  /// The file with a number, also without a name as long as it is open.
  func find(_ number: UInt64) -> TrashDraft? { state.withLock { $0.byNumber[number]?.draft } }

  /// What a program wrote about an item that gets its name now.
  func written(_ key: Key) -> [UInt8]? { find(key).flatMap { $0.left == nil ? $0.contents : nil } }

  /// - Returns: Whether there was one.
  @discardableResult
  func remove(_ key: Key) -> Bool { state.withLock { Self.unlink(key, from: &$0) != nil } }

  /// Gives a file another name, in place of another one.
  ///
  /// - Throws: `ENOENT`; `EEXIST` if nothing may be replaced.
  func rename(_ key: Key, to target: Key, replacing: Bool) throws(ErrorNumber) {
    let failure = state.withLock { state -> ErrorNumber? in
      guard let draft = state.byName[key], draft.left == nil else { return .noEntry }
      if key == target { return nil }
      if let there = state.byName[target], there.left == nil, !replacing { return .alreadyExists }
      Self.unlink(target, from: &state)
      state.byName[key] = nil
      state.byName[target] = draft
      return nil
    }
    if let failure { throw failure }
  }

  /// What a user's listing shows.
  func all(of user: UInt32) -> [(name: [UInt8], draft: TrashDraft)] {
    state.withLock { state in
      state.byName.filter { $0.user == user && $1.left == nil }
        .map { ($0.name, $1) }.sorted { $0.1.number < $1.1.number }
    }
  }
}
