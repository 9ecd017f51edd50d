import Foundation
import Glibc
import Synchronization

/// Polls the server because the user requested its present state.
///
/// On a server whose folder versions change with their contents, only the top folders are requested. Elsewhere no property of a folder reveals that a document in it was
/// changed: not its date, which is that of its names alone, nor its version, which servers make of that date. So each folder is listed, those in use first,
/// some at once, and no more than can be done while the system waits for the answer.
final class LookNow: Sendable {
  private struct State {
    var rest: ArraySlice<RemotePath>
    /// Those that are looked at once more, because they failed, or because a folder in them is missing by now.
    var again: Set<RemotePath> = []
    var round: LookRound
    var error: (any Error)?
    /// Whether each folder that was begun could be looked at.
    var isWhole = true
    /// How many threads are looking.
    var working = 0
  }

  /// So many folders of a plain server are looked at; the others in their turn.
  static let mostFolders = 256
  /// After this time, in seconds, none is begun any more: the system waits for ten.
  private static let time = 5.0
  private static let mostAtOnce = 8

  private let session: Session
  private let cancellation: Cancellation
  private let state: Mutex<State>
  private let end: Date
  /// Whether there is any folder to look at.
  private let isAnything: Bool

  /// - Parameter end: When no folder is begun any more.
  init(_ session: Session, _ cancellation: Cancellation, end: Date = Date(timeIntervalSinceNow: LookNow.time)) {
    self.end = end
    self.session = session
    self.cancellation = cancellation
    let folders =
      session.facts.isCloud
      ? session.tree.tops(withTrash: session.hasTrash) : session.tree.foldersInUse(limit: Self.mostFolders)
    isAnything = !folders.isEmpty
    state = Mutex(State(rest: folders[...], round: LookRound(session, cancellation)))
  }

  /// Looks, on this thread and others.
  ///
  /// - Returns: Whether the server has answered whatever it was asked.
  /// - Throws: What keeps all of it from being known; that one folder cannot be listed does not.
  func run(_ threads: CallThreads) throws -> Bool {
    let helpers = session.facts.isCloud ? 0 : min(Self.mostAtOnce, state.withLock { $0.rest.count }) - 1
    // What a helper would have looked at that gets no thread, the others look at.
    for _ in 0..<max(0, helpers) { threads.run({ [self] in work() }, orRefuse: { _ in }) }
    work()
    // A helper that has not begun by now finds nothing to do.
    while state.withLock({ $0.working > 0 }) { usleep(2000) }
    // What is missed may be in a folder that there was no time for.
    var (round, error, isWhole) = state.withLock { ($0.round, $0.error, $0.isWhole && $0.rest.isEmpty) }
    if isWhole {
      do { try round.lookWhetherThrownAway() } catch let failure { (error, isWhole) = (failure, false) }
    }
    _ = round.finish(isWhole: isWhole)
    session.tree.noteLook()
    if let error { throw error }
    return isAnything && isWhole
  }

  private func work() {
    state.withLock { $0.working += 1 }
    var own = LookRound(session, cancellation)
    while let path = next() {
      do { try own.look(at: path) } catch { note(error, at: path) }
      // One that was renamed just now is in its parent, which was perhaps looked at before.
      for parent in own.takeParentsOfMissing() { _ = lookAgain(at: parent) }
    }
    state.withLock { [own] state in
      state.round.take(own)
      state.working -= 1
    }
  }

  private func next() -> RemotePath? {
    guard Date() < end else { return nil }
    return state.withLock { $0.rest.popFirst() }
  }

  /// - Returns: False for one that was looked at again already.
  private func lookAgain(at path: RemotePath) -> Bool {
    state.withLock { state in
      guard state.again.insert(path).inserted else { return false }
      state.rest.append(path)
      return true
    }
  }

  private func note(_ error: any Error, at path: RemotePath) {
    let isOfAll = cancellation.isCancelled || Troubles.isLatching(WebDAVError.forSystem(error))
    if !isOfAll, lookAgain(at: path) { return }
    state.withLock { state in
      state.isWhole = false
      guard isOfAll else { return }
      state.rest = []
      state.error = state.error ?? error
    }
  }
}
