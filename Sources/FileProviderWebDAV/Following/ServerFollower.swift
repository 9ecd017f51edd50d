import FileProviderInterface
import Foundation
import LinuxSystem
import Synchronization

/// Follows what others change on the server: a thread that looks at the folders which the system has listed, those in use more often.
final class ServerFollower: @unchecked Sendable {
  // Sendable: everything that changes is used with `condition` locked, or by the one thread.
  private let session: Session
  private let whenChanged: @Sendable () -> Void
  private let whenOver: @Sendable (NSFileProviderError) -> Void
  private let room: RoomNote?
  private let condition = Condition()
  private let cancellation = Cancellation()
  /// Held while folders are checked: removed items are reported at the end.
  private let rounds = NSLock()
  private var isStopped = false
  private var isHurried = false
  private var troubles: Troubles
  private var failures = 0
  private var lastFailure: NSError?
  private var inUse = FoldersInUse()
  /// Until when the thread waits; in the past while it does not, and finds that out before it does.
  private var wakeTime = Date.distantPast

  /// - Parameters:
  ///   - whenChanged: Called when something on the server has changed.
  ///   - whenOver: Called when the cause of an error that was reported to the system is over.
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

  /// - Throws: When the system gives no thread.
  func start() throws {
    session.tree.whenLost(whenChanged)
    try NativeThread.startOrThrow(name: "webdav.follow") { [self] in follow() }
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

  /// Looks at once, and returns when that is done. What has changed is noted then, and not signalled.
  ///
  /// - Throws: When it cannot be known what is on the server.
  func lookNow(_ cancellation: Cancellation, _ threads: CallThreads) throws {
    let isAlone = rounds.lock(before: Date(timeIntervalSinceNow: Self.longestRound))
    defer { if isAlone { rounds.unlock() } }
    // The system is asking at this moment, so it need not be notified that a trouble is over.
    if try LookNow(session, cancellation).run(threads) { _ = noteLook(nil) }
  }

  /// So long a look that is under way is waited for, in seconds.
  private static let longestRound = 3.0

  /// An error was reported to the system, which is notified when it is over.
  func noteTrouble(_ error: NSError) {
    condition.withLock { if troubles.note(error) { condition.signal() } }
  }

  /// Why nothing is known of what others change, as long as looks fail: the last look's error, after more than one.
  var trouble: NSError? { condition.withLock { failures > 1 ? lastFailure : nil } }

  /// So long the thread waits at most before it looks at the date again, in seconds.
  private static let longestWait = 15.0

  // MARK: The thread

  private func follow() {
    while true {
      let (isOver, wasHurried) = condition.withLock {
        // Minimum time between two rounds, whatever is requested.
        _ = isStopped || condition.wait(until: .after(.seconds(pause)))
        while !isStopped, !isHurried {
          let due = nextLook ?? Date(timeIntervalSinceNow: session.settings.longestInterval)
          guard due > Date() else { break }
          wakeTime = due
          // The clock of the wait stands still while the machine sleeps.
          _ = condition.wait(until: .after(.seconds(min(due.timeIntervalSinceNow, Self.longestWait))))
        }
        wakeTime = .distantPast
        defer { isHurried = false }
        return (isStopped, isHurried)
      }
      if isOver { return }
      rounds.withLock { look(atAll: wasHurried) }
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
    var round = LookRound(session, cancellation)
    var (isWhole, hasNews) = (false, false)
    do {
      let folders =
        session.facts.isCloud ? session.tree.tops(withTrash: atAll) : session.tree.dueFolders(limit: 32)
      for path in folders { try round.look(at: path) }
      try round.lookWhetherThrownAway()
      isWhole = true
      // A round without requests says nothing about the server.
      if !folders.isEmpty { hasNews = noteLook(nil) }
      try lookWhetherTroublesAreOver()
    } catch {
      hasNews = noteLook(WebDAVError.forSystem(error)) || hasNews
    }
    if round.finish(isWhole: isWhole) || hasNews { whenChanged() }
    if condition.withLock({ failures == 0 }) { room?.look(session, cancellation) }
  }

  /// Notes the result of a check.
  ///
  /// - Returns: Whether `trouble` begins or ends, so that the system must ask: it learns of errors only in answers.
  private func noteLook(_ error: NSError?) -> Bool {
    if let error { noteTrouble(error) }
    return condition.withLock {
      defer { (failures, lastFailure) = (error == nil ? 0 : failures + 1, error) }
      return error == nil ? failures > 1 : failures == 1
    }
  }

  private func lookWhetherTroublesAreOver() throws {
    guard condition.withLock({ troubles.nextLook.map { $0 <= Date() } ?? false }) else { return }
    _ = try session.server.entry(at: .root, cancellation)
    for error in condition.withLock({ troubles.takeOver() }) { whenOver(error) }
  }
}
