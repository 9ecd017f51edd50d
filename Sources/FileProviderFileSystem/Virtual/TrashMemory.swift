import FileProviderStore
import Synchronization

/// What a mount knows of the trash folders beyond the store. All of it may be forgotten: no part of an item is here.
final class TrashMemory: Sendable {
  private struct State {
    var made: Set<VirtualNode> = []
    var implied: Set<UInt32> = []
    var visited: Set<UInt32> = []
    var expunged: [TrashDrafts.Key: ItemID] = [:]
    var expungedItems: Set<ItemID> = []
    var withoutInfo: Set<ItemID> = []
  }

  private let state = Mutex(State())
  private static let limit = 65_536

  // MARK: Users

  /// Makes folders exist although nothing is in them, or no longer.
  func setMade(_ folders: VirtualNode..., isMade: Bool) {
    state.withLock { state in
      if isMade { state.made.formUnion(folders) } else { state.made.subtract(folders) }
    }
  }

  func isMade(_ folder: VirtualNode) -> Bool { state.withLock { $0.made.contains(folder) } }

  /// Makes a user's folder exist without listing it, for users who may not make it.
  func setImplied(_ user: UInt32) { state.withLock { _ = $0.implied.insert(user) } }

  func isThere(_ user: UInt32) -> Bool {
    state.withLock { $0.made.contains(.trash(user: user)) || $0.implied.contains(user) }
  }

  /// The users whose folder was made.
  var makers: Set<UInt32> {
    state.withLock { state in
      Set(state.made.compactMap { if case .trash(let user) = $0 { user } else { nil } })
    }
  }

  /// Notes that the kernel may know names in a user's `files` and `info`.
  func noteVisit(_ user: UInt32) { state.withLock { _ = $0.visited.insert(user) } }
  var visited: [UInt32] { state.withLock { $0.visited.sorted() } }

  // MARK: Expunged items: what GNOME has moved aside to delete it

  /// - Throws: `EEXIST`; `ENOSPC` when there are too many.
  func expunge(_ id: ItemID, as key: TrashDrafts.Key) throws(ErrorNumber) {
    let failure = state.withLock { state -> ErrorNumber? in
      guard state.expunged[key] == nil else { return .alreadyExists }
      guard state.expunged.count < Self.limit else { return .noSpace }
      state.expunged[key] = id
      state.expungedItems.insert(id)
      return nil
    }
    if let failure { throw failure }
  }

  func isExpunged(_ id: ItemID) -> Bool { state.withLock { $0.expungedItems.contains(id) } }
  func expunged(_ key: TrashDrafts.Key) -> ItemID? { state.withLock { $0.expunged[key] } }

  func allExpunged(of user: UInt32) -> [(key: TrashDrafts.Key, id: ItemID)] {
    state.withLock { state in
      state.expunged.filter { $0.key.user == user }.map { ($0.key, $0.value) }.sorted { $0.1 < $1.1 }
    }
  }

  func forgetExpunged(_ key: TrashDrafts.Key) {
    state.withLock { state in
      if let id = state.expunged.removeValue(forKey: key) { state.expungedItems.remove(id) }
    }
  }

  // MARK: Items whose info was removed

  /// Hides the info of an item: a program that removes the info first removes the item next.
  func hideInfo(of id: ItemID) {
    state.withLock { state in
      if state.withoutInfo.count >= Self.limit { state.withoutInfo.removeAll() }
      state.withoutInfo.insert(id)
    }
  }

  func showInfo(of id: ItemID) { state.withLock { _ = $0.withoutInfo.remove(id) } }
  func isInfoHidden(of id: ItemID) -> Bool { state.withLock { $0.withoutInfo.contains(id) } }
}
