import FileProviderInterface
import Foundation
import Synchronization

/// Follows what others change on the server: a thread that looks at the folders which the system has listed, those in use more often.
final class ServerFollower: @unchecked Sendable {
  // Sendable: everything that changes is used with `condition` locked, or by the one thread.
  private let session: Session
  private let whenChanged: @Sendable () -> Void
  private let whenOver: @Sendable (NSFileProviderError) -> Void
  private let room: RoomNote?
  private let condition = NSCondition()
  private let cancellation = Cancellation()
  private var isStopped = false
  private var isHurried = false
  private var troubles: Troubles
  private var failures = 0
  private var inUse = FoldersInUse()
  /// Until when the thread waits; in the past while it does not, and finds that out before it does.
  private var wakeTime = Date.distantPast

  /// - Parameters:
  ///   - whenChanged: Called when something on the server has changed.
  ///   - whenOver: Called when the cause of an error is gone that the system was told of.
  ///   - room: The file in which is noted how much room is left.
  init(
    _ session: Session, whenChanged: @escaping @Sendable () -> Void,
    whenOver: @escaping @Sendable (NSFileProviderError) -> Void, room: String? = nil
  ) {
    self.session = session
    self.room = room.map { RoomNote($0) }
    self.whenChanged = whenChanged
    self.whenOver = whenOver
    troubles = Troubles(shortest: session.settings.shortestInterval, longest: session.settings.longestInterval)
  }

  func start() {
    let thread = Thread { [self] in follow() }
    thread.name = "webdav.follow"
    thread.stackSize = 1 << 20
    thread.start()
  }

  func stop() {
    cancellation.cancel()
    condition.withLock {
      isStopped = true
      condition.signal()
    }
  }

  /// Looks at a folder more often from now on.
  func noteUse(of path: RemotePath, isReading: Bool = false) {
    let soon = isReading ? session.pace : session.settings.shortestInterval
    var earliest = Date.distantFuture
    for path in foldersAsked(for: path) {
      session.tree.update(path) { folder in
        folder.interval = min(folder.interval, soon)
        folder.nextLook = min(folder.nextLook, Date(timeIntervalSinceNow: soon))
        earliest = min(earliest, folder.nextLook)
      }
    }
    let former = condition.withLock {
      // Whether or not that is sooner than before: of a folder that was not known before, the thread knows nothing.
      if earliest < wakeTime { condition.signal() }
      return isReading ? nil : inUse.note(path)
    }
    guard let former else { return }
    // It is looked at once more as soon as was meant.
    let pace = session.pace
    session.tree.update(former) { $0.interval = max($0.interval, pace) }
  }

  /// The folders that the server is asked for to learn what has changed in one.
  private func foldersAsked(for path: RemotePath) -> [RemotePath] {
    session.facts.isCloud ? session.tree.topFolders().filter { $0.isTrashed == path.isTrashed } : [path]
  }

  /// Looks at once at the folders that are in use.
  func hurry() {
    condition.withLock {
      isHurried = true
      condition.signal()
    }
  }

  /// The system was told of an error: it is told when that is over.
  func noteTrouble(_ error: NSError) {
    condition.withLock { if troubles.note(error) { condition.signal() } }
  }

  // MARK: The thread

  private func follow() {
    while true {
      let (isOver, wasHurried) = condition.withLock {
        // At least so much lies between two rounds, whatever is asked for.
        _ = isStopped || condition.wait(until: Date(timeIntervalSinceNow: pause))
        while !isStopped, !isHurried {
          let due = nextLook ?? Date(timeIntervalSinceNow: session.settings.longestInterval)
          guard due > Date() else { break }
          wakeTime = due
          _ = condition.wait(until: due)
        }
        wakeTime = .distantPast
        defer { isHurried = false }
        return (isStopped, isHurried)
      }
      if isOver { return }
      look(atAll: wasHurried)
    }
  }

  /// When the server is to be asked next; `nil` when there is nothing to ask. Called with `condition` locked.
  private var nextLook: Date? {
    let room = session.facts.hasQuota == false ? nil : room?.nextLook
    return [session.tree.nextLook(topOnly: session.facts.isCloud), troubles.nextLook, room].compactMap { $0 }.min()
  }

  private var pause: Double {
    guard failures > 0 else { return min(0.2, session.settings.shortestInterval) }
    return min(60, session.settings.shortestInterval * Double(1 << min(failures, 4)))
  }

  private func look(atAll: Bool) {
    var gone: [KnownItem] = []
    var isChanged = false
    do {
      let folders =
        session.facts.isCloud ? session.tree.tops(withTrash: atAll) : session.tree.dueFolders(limit: 32)
      for path in folders where try look(path, gone: &gone) { isChanged = true }
      if try lookWhetherThrownAway(&gone) { isChanged = true }
      failures = 0
      try lookWhetherTroublesAreOver()
    } catch {
      failures += 1
      if let error = error as? WebDAVError { noteTrouble(error.forSystem) }
    }
    if session.tree.tellGone(gone) || isChanged { whenChanged() }
    if failures == 0 { room?.look(session, cancellation) }
  }

  private func lookWhetherTroublesAreOver() throws {
    guard condition.withLock({ troubles.nextLook.map { $0 <= Date() } ?? false }) else { return }
    _ = try session.server.entry(at: .root, cancellation)
    for error in condition.withLock({ troubles.takeOver() }) { whenOver(error) }
  }

  private func look(_ path: RemotePath, gone: inout [KnownItem]) throws -> Bool {
    let look = Look(session, cancellation)
    let isChanged: Bool
    do {
      if path == .trash {
        isChanged = try look.descend(path, gone: &gone)
      } else if session.facts.isCloud {
        let tag = try session.server.entry(at: path, cancellation).tag
        isChanged = try tag != session.tree.folder(path)?.tag && look.descend(path, gone: &gone)
      } else {
        isChanged = try look.look(path, gone: &gone)
      }
    } catch let error as WebDAVError where error.isMissing && !path.isRoot {
      // The folder above tells that it is gone.
      session.tree.update(path.parent) { $0.nextLook = .distantPast }
      schedule(path, isChanged: false)
      return false
    } catch {
      schedule(path, isChanged: false)
      throw error
    }
    schedule(path, isChanged: isChanged)
    return isChanged
  }

  /// Looks for what is gone in the trash bin, which was looked at before the folders: so what is thrown away, or restored, at that moment is not
  /// told as deleted.
  ///
  /// - Returns: Whether anything has changed there.
  private func lookWhetherThrownAway(_ gone: inout [KnownItem]) throws -> Bool {
    guard session.hasTrash, session.tree.folder(.trash) != nil, gone.contains(where: { !$0.entry.path.isTrashed })
    else { return false }
    var left: [KnownItem] = []
    let isChanged = try Look(session, cancellation).descend(.trash, gone: &left)
    for item in left {
      if let entry = try session.server.entry(ofNumber: item.identifier, cancellation) {
        session.tree.tell(entry)
      } else {
        gone.append(item)
      }
    }
    return isChanged
  }

  private func schedule(_ path: RemotePath, isChanged: Bool) {
    let settings = session.settings
    let longest = session.facts.isCloud ? min(settings.longestInterval, 30) : settings.longestInterval
    session.tree.update(path) { folder in
      folder.interval = isChanged ? settings.shortestInterval : min(folder.interval * 1.5, longest)
      folder.nextLook = Date(timeIntervalSinceNow: folder.interval)
    }
  }
}

extension KnownTree {
  /// When a folder is to be looked at next; `nil` when there is none.
  func nextLook(topOnly: Bool) -> Date? {
    if topOnly { return topFolders().compactMap { folder($0)?.nextLook }.min() }
    return state.withLock { $0.folders.values.map(\.nextLook).min() }
  }

  /// The folders that are to be looked at, the most urgent first.
  func dueFolders(limit: Int) -> [RemotePath] {
    let now = Date()
    let due = state.withLock { $0.folders.filter { $0.value.nextLook <= now }.map { ($0.key, $0.value.nextLook) } }
    return due.sorted { $0.1 < $1.1 }.prefix(limit).map(\.0)
  }

  /// The folders that are in no other one that is known, and first the trash bin, if that is due.
  ///
  /// - Parameter withTrash: Whether the bin comes with them in any case.
  func tops(withTrash: Bool) -> [RemotePath] {
    let (bin, rest) = topFolders().reduce(into: ([RemotePath](), [RemotePath]())) { found, path in
      if path.isTrashed { found.0.append(path) } else { found.1.append(path) }
    }
    return bin.filter { withTrash || folder($0).map { $0.nextLook <= Date() } ?? false } + rest
  }

  /// The folders that are in no other one that is known.
  func topFolders() -> [RemotePath] {
    state.withLock { state in state.folders.keys.filter { $0.isTop || state.folders[$0.parent] == nil } }
  }
}
