package import FileProviderInterface
package import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// A collection on a WebDAV server as a provider's items.
///
/// It is made of what the system gives every provider. Its settings and a folder for what it remembers are in the domain's `userInfo`. All requests are
/// made on threads of its own, as many at once as the system makes calls.
package final class WebDAVProvider: NSObject, NSFileProviderReplicatedExtension, FolderUseObserver {
  private struct State {
    var session: Session?
    var follower: ServerFollower?
    var isInvalidated = false
    /// Whether a thread tries to open a session.
    var isOpening = false
  }

  let domain: NSFileProviderDomain
  private let state = Mutex(State())
  /// One thing at a time: to find out what the server can.
  private let opening = Mutex(())
  private let threads = CallThreads()
  let listings = PagedListings()
  /// Limits that change while the provider runs; nil for those of the settings.
  private let limits: SpeedLimits?

  package required convenience init(domain: NSFileProviderDomain) { self.init(domain: domain, limits: nil) }

  /// - Parameter limits: Limits that change while the provider runs; nil for those of the settings.
  package init(domain: NSFileProviderDomain, limits: SpeedLimits?) {
    self.domain = domain
    self.limits = limits
    super.init()
  }

  package func invalidate() {
    let follower = state.withLock { state in
      state.isInvalidated = true
      return state.follower
    }
    follower?.stop()
  }

  /// What the calls share. Where it cannot be made, the next call tries again.
  func session() throws -> Session {
    if let session = state.withLock({ $0.session }) { return session }
    return try opening.withLock { _ in
      if let session = state.withLock({ $0.session }) { return session }
      guard let folder = domain.userInfo?[WebDAVSettings.stateKey] as? String, let settings else {
        throw WebDAVError(.local("the domain has no WebDAV settings"))
      }
      let session = try Session(
        settings, folder: URL(fileURLWithPath: folder, isDirectory: true), wantsTrash: domain.supportsSyncingTrash,
        limits: limits)
      let follower = ServerFollower(
        session,
        whenChanged: { [domain] in Self.signal(domain) },
        whenOver: { [domain] in NSFileProviderManager(for: domain)?.signalErrorResolved($0) { _ in } },
        room: domain.userInfo?[WebDAVSettings.roomKey] as? String)
      guard !isInvalidated else { return session }
      try follower.start()
      let isWanted = state.withLock { state in
        guard !state.isInvalidated else { return false }
        (state.session, state.follower) = (session, follower)
        return true
      }
      if !isWanted { follower.stop() }
      return session
    }
  }

  private var settings: WebDAVSettings? {
    (domain.userInfo?[WebDAVSettings.userInfoKey] as? Data).flatMap { try? WebDAVSettings(json: $0) }
  }

  /// Notes an error reported to the system, which now waits for a signal, however short the trouble was. Without a session, nobody
  /// follows the server who could give the signal: so one is opened as soon as that can be done.
  private func noteTrouble(_ error: NSError) {
    if let follower = state.withLock({ $0.follower }) { return follower.noteTrouble(error) }
    guard Troubles.isLatching(error) else { return }
    let begins = state.withLock { state in
      guard !state.isInvalidated, !state.isOpening else { return false }
      state.isOpening = true
      return true
    }
    guard begins else { return }
    let pause = OpeningPause(shortest: settings?.shortestInterval ?? 5)
    let open = { @Sendable [weak self] in
      var pause = pause
      var failure: any Error = error
      while let self, !isInvalidated, !isOpen {
        let end = Date(timeIntervalSinceNow: pause.take(after: failure))
        // A call of the system may open it before.
        while Date() < end, !isInvalidated, !isOpen { usleep(50_000) }
        if isInvalidated || isOpen { break }
        do { _ = try session() } catch { failure = error }
      }
      guard let self else { return }
      state.withLock { $0.isOpening = false }
      // It asks the server once more, and gives the signal.
      state.withLock { $0.follower }?.noteTrouble(error)
    }
    // The next call tries again.
    do { try NativeThread.startOrThrow(name: "webdav.open", open) } catch { state.withLock { $0.isOpening = false } }
  }

  private var isOpen: Bool { state.withLock { $0.session != nil } }
  private var isInvalidated: Bool { state.withLock { $0.isInvalidated } }

  /// Something is changed in a folder: it is looked at more often.
  func noteUse(of folder: RemotePath) { state.withLock { $0.follower }?.noteUse(of: folder) }

  /// A program looks into a folder. The server is not asked where it is.
  func noteOpening(of container: NSFileProviderItemIdentifier) {
    guard let session = state.withLock({ $0.session }), container != .workingSet else { return }
    let path = session.tree.place(of: container.rawValue) ?? RemotePath(identifier: container.rawValue)
    if let path, path.isFolder { noteReading(of: path) }
  }

  /// Something in a folder is read.
  func noteReading(of folder: RemotePath) { state.withLock { $0.follower }?.noteUse(of: folder, isReading: true) }

  /// Looks at the server, and returns when that is done.
  func lookNow(_ cancellation: Cancellation) throws {
    try state.withLock { $0.follower }?.lookNow(cancellation, threads)
  }

  /// Why nothing is known of what others change, while that is so.
  var trouble: NSError? { state.withLock { $0.follower }?.trouble }

  /// Has the system ask for the changes.
  func signal() { Self.signal(domain) }

  private static func signal(_ domain: NSFileProviderDomain) {
    NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet) { _ in }
  }

  /// Looks at the server soon.
  func hurry() { state.withLock { $0.follower }?.hurry() }

  /// Does something on a thread of our own.
  ///
  /// - Parameter isReading: Whether it may be done twice.
  func run<Value: Sendable>(
    isReading: Bool = false, _ body: @escaping @Sendable (Session, Call) throws -> Value,
    whenDone: @escaping @Sendable (Result<Value, NSError>) -> Void
  ) -> Progress {
    let call = Call()
    threads.run { [self] in
      do { whenDone(.success(try confirming(isReading, call) { try body(session(), call) })) } catch {
        let error = WebDAVError.forSystem(error)
        whenDone(.failure(error))
        noteTrouble(error)
      }
    } orRefuse: {
      whenDone(.failure(WebDAVError.forSystem($0)))
    }
    return call.progress
  }

  /// Does something. That an item is missing, or a change is refused for good, counts when the server was asked whether the collection is there: it may
  /// have reappeared since, so a read looks once more. If an item is missing for a change, the system requests the item itself.
  private func confirming<Value>(_ isReading: Bool, _ call: Call, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch {
      let isMissing = Self.isOfMissingItem(error)
      let isRefused = !isReading && (error as? WebDAVError)?.isRefusal == true
      guard isMissing || isRefused, let session = state.withLock({ $0.session }) else { throw error }
      try session.checkCollection(call.cancellation)
      guard isReading else { throw error }
      return try body()
    }
  }

  private static func isOfMissingItem(_ error: any Error) -> Bool {
    let error = WebDAVError.forSystem(error)
    return error.domain == NSFileProviderErrorDomain && error.code == NSFileProviderError.Code.noSuchItem.rawValue
  }
}
