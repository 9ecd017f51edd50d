import FileProviderStore
import Glibc
import Synchronization

/// Answers the helper process that replays changes: until it has made a change, it sees how things were before. The
/// store is not touched.
///
/// The kernel states the number of the thread that makes a request, and by that the helper is recognised. Whatever it
/// asks for beyond reading and the replays that are under way is refused, so that none of its mistakes becomes a
/// change.
package final class ReplayDesk: Sendable {
  struct Key: Hashable {
    var folder: InodeNumber
    var name: [UInt8]

    init(_ place: Replay.Place) { (folder, name) = (place.folder, place.name.bytes) }
    init(_ folder: InodeNumber, _ name: UnsafeRawBufferPointer) { (self.folder, self.name) = (folder, Array(name)) }
  }

  /// What the helper finds at a name.
  fileprivate struct Role {
    var replay: Int
    /// The item there; `nil` when there is none yet.
    var occupant: Replay.Replaced?
  }

  fileprivate struct State {
    /// The name that only the helper knows.
    var secret: [UInt8]?
    var replays: [Replay] = []
    var names: [Key: Role] = [:]
    var items: [InodeNumber: Int] = [:]
    var made: Set<Int> = []
    /// Folders that still are where they were, for the helper, while replays wait.
    var leaving: [Key: [InodeNumber]] = [:]
  }

  private let state = Mutex(State())
  /// The number of the helper's thread; 0 without a helper, −1 while one is expected to make itself known.
  private let caller = Atomic<Int32>(0)
  private static let expecting: Int32 = -1

  // MARK: Who replays

  /// Whether a request may be one of the helper's.
  @inline(__always) package func concerns(_ process: Int32) -> Bool {
    let caller = caller.load(ordering: .acquiring)
    return caller != 0 && (caller == process || caller == Self.expecting)
  }

  /// Whether the expected helper has made itself known.
  package var isKnown: Bool { caller.load(ordering: .acquiring) > 0 }

  /// Expects a helper to look up a secret name in the root. Only the helper finds something there, and so knows that it
  /// is on this mount.
  package func expect(_ secret: [UInt8]) {
    state.withLock { $0.secret = secret }
    caller.store(Self.expecting, ordering: .releasing)
  }

  /// Refuses everything that the helper asks for from now on, because it is to end.
  package func refuse() { state.withLock { $0.clear() } }

  /// Notes that the helper has ended. Not before that: its requests would be taken for those of any program.
  package func dismiss() { caller.store(0, ordering: .releasing) }

  // MARK: What is replayed

  /// The names that a replay is about.
  static func keys(of replay: Replay) -> [Key] { [Key(replay.place)] + (replay.source.map { [Key($0)] } ?? []) }

  /// Notes what will be replayed: removed folders still exist for the helper, on the path to items below them.
  package func announce(_ replays: [Replay]) {
    state.withLock { state in
      for replay in replays {
        if let key = Self.left(by: replay) { state.leaving[key, default: []].append(replay.item) }
      }
    }
  }

  /// Notes what has been replayed, or will not be.
  package func conclude(_ replays: [Replay]) {
    state.withLock { state in
      for replay in replays {
        guard let key = Self.left(by: replay), var items = state.leaving[key] else { continue }
        if let first = items.firstIndex(of: replay.item) { items.remove(at: first) }
        state.leaving[key] = items.isEmpty ? nil : items
      }
    }
  }

  /// Where a folder was.
  private static func left(by replay: Replay) -> Key? {
    guard replay.kind == .folder else { return nil }
    return replay.action == .delete ? Key(replay.place) : replay.source.map { Key($0) }
  }

  /// Prepares for replays, no two of them about one name.
  package func begin(_ replays: [Replay]) {
    state.withLock { state in
      state.clear()
      state.made = []
      state.replays = replays
      for (index, replay) in replays.enumerated() {
        let occupant = Replay.Replaced(item: replay.item, kind: replay.kind)
        state.items[replay.item] = index
        switch replay.action {
        case .create, .createWithContents: state.names[Key(replay.place)] = Role(replay: index, occupant: nil)
        case .delete, .contents, .attributes:
          state.names[Key(replay.place)] = Role(replay: index, occupant: occupant)
        case .move:
          if let source = replay.source { state.names[Key(source)] = Role(replay: index, occupant: occupant) }
          state.names[Key(replay.place)] = Role(replay: index, occupant: replay.replaced)
        }
      }
    }
  }

  /// Ends what was prepared.
  ///
  /// - Returns: The places among the replays of those that the helper has called for.
  @discardableResult
  package func end() -> Set<Int> {
    state.withLock { state in
      state.clear()
      return state.made
    }
  }

  // MARK: Requests

  /// What the mount knows of a node; `nil` for one that is nowhere.
  package typealias KnownNodes = (InodeNumber) -> NodeAttributes?

  /// Answers a request, if it is the helper's.
  package func answer(
    _ request: ReplayRequest, from process: Int32, _ context: RequestContext, known: KnownNodes
  ) -> ReplayAnswer {
    if !isKnown { return greet(request, from: process) }
    guard process == caller.load(ordering: .acquiring) else { return .ordinary }
    switch request {
    case .harmless: return .ordinary
    case .other: return .refused
    case .attributes(let inode): return attributes(of: inode, known)
    case .lookup(let name, let folder): return lookup(name, in: folder, known)
    case .make(let name, let folder): return make(name, in: folder, context, known)
    case .remove(let name, let folder):
      return state.withLock { $0.remove(Key(folder, name)) } ? .done : .refused
    case .rename(let name, let folder, let newName, let newFolder):
      return state.withLock { $0.rename(Key(folder, name), Key(newFolder, newName)) } ? .done : .refused
    case .changeAttributes(let inode):
      guard let replay = state.withLock({ $0.change(inode) }) else { return .refused }
      return .attributes(ghost(replay, known))
    case .open(let inode):
      return state.withLock { $0.items[inode] != nil } ? .opened : .refused
    }
  }

  private func greet(_ request: ReplayRequest, from process: Int32) -> ReplayAnswer {
    guard case .lookup(let name, .root) = request, process > 0 else { return .ordinary }
    guard isSecret(name) else { return .ordinary }
    caller.store(process, ordering: .releasing)
    return .entry(Self.outside, isLasting: false)
  }

  private func isSecret(_ name: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in state.secret.map { $0.elementsEqual(name) } ?? false }
  }

  private func lookup(
    _ name: UnsafeRawBufferPointer, in folder: InodeNumber, _ known: KnownNodes
  ) -> ReplayAnswer {
    let key = Key(folder, name)
    if let role = state.withLock({ $0.names[key] }) {
      guard let occupant = role.occupant else { return .absent }
      return .entry(ghost(occupant, known), isLasting: false)
    }
    if let item = state.withLock({ $0.leaving[key]?.first }) {
      return .entry(ghost(.init(item: item, kind: .folder), known), isLasting: false)
    }
    if folder == .root && isSecret(name) { return .entry(Self.outside, isLasting: false) }
    return folder == .outside ? .absent : .ordinary
  }

  private func attributes(
    of inode: InodeNumber, _ known: KnownNodes
  ) -> ReplayAnswer {
    if inode == .outside { return .attributes(Self.outside) }
    let replay = state.withLock { state in state.items[inode].map { state.replays[$0] } }
    // Besides the items themselves it asks for the folders above them, which may no longer exist either.
    return .attributes(ghost(.init(item: inode, kind: replay?.kind ?? .folder), known))
  }

  private func make(
    _ name: UnsafeRawBufferPointer, in folder: InodeNumber, _ context: RequestContext, _ known: KnownNodes
  ) -> ReplayAnswer {
    guard let replay = state.withLock({ $0.make(Key(folder, name)) }) else { return .refused }
    let record = replay.item.item.flatMap { try? context.now.record($0) }
    let isThere =
      record.map { InodeNumber($0.parent) == folder && $0.name == replay.place.name } ?? false
    // A program that looks a new folder up, perhaps to watch it, must be noted.
    return .entry(
      ghost(.init(item: replay.item, kind: replay.kind), known),
      isLasting: isThere && replay.kind != .folder)
  }

  // MARK: Nodes

  /// The answer about an item that may no longer exist.
  private func ghost(
    _ occupant: Replay.Replaced, _ known: KnownNodes
  ) -> NodeAttributes {
    var node = Self.node(
      occupant.item, NodeAttributes.type(occupant.kind) | (occupant.kind == .folder ? 0o700 : 0o600))
    // Programs that still use it must not see another size.
    if let now = known(occupant.item) { node = now }
    node.links = max(node.links, 1)
    node.isVolatile = true
    return node
  }

  private static var outside: NodeAttributes { node(.outside, UInt32(S_IFDIR) | 0o700) }

  private static func node(_ inode: InodeNumber, _ mode: UInt32) -> NodeAttributes {
    let now = Timestamp.now
    return NodeAttributes(
      inode: inode, mode: mode, links: 1, owner: getuid(), group: getgid(), size: 0, blocks: 0, accessed: now,
      modified: now, changed: now, isVolatile: true)
  }
}

extension ReplayDesk.State {
  fileprivate mutating func clear() {
    replays = []
    names = [:]
    items = [:]
  }

  /// Removes what was prepared for a name, because its call has come: from now on the helper sees what every program
  /// sees.
  private mutating func take(_ key: ReplayDesk.Key, where isRight: (Replay) -> Bool) -> Replay? {
    guard let role = names[key], isRight(replays[role.replay]) else { return nil }
    names[key] = nil
    made.insert(role.replay)
    return replays[role.replay]
  }

  fileprivate mutating func make(_ key: ReplayDesk.Key) -> Replay? {
    take(key) { $0.action == .create || $0.action == .createWithContents }
  }

  fileprivate mutating func remove(_ key: ReplayDesk.Key) -> Bool { take(key) { $0.action == .delete } != nil }

  fileprivate mutating func rename(_ source: ReplayDesk.Key, _ target: ReplayDesk.Key) -> Bool {
    guard let from = names[source]?.replay, from == names[target]?.replay else { return false }
    _ = take(target) { $0.action == .move }
    return take(source) { $0.action == .move } != nil
  }

  /// The item whose attributes may be set, as a replay asks for.
  fileprivate mutating func change(_ inode: InodeNumber) -> Replay.Replaced? {
    guard let index = items[inode] else { return nil }
    switch replays[index].action {
    case .createWithContents, .contents, .attributes: break
    case .create, .delete, .move: return nil
    }
    made.insert(index)
    return Replay.Replaced(item: inode, kind: replays[index].kind)
  }
}
