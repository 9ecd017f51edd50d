package import FileProviderInterface
package import Foundation
import Synchronization

/// A collection on a WebDAV server as a provider's items.
///
/// It is made of what the system gives every provider. Its settings and a folder for what it remembers are in the domain's `userInfo`. All requests are
/// made on threads of its own, as many at once as the system makes calls.
package final class WebDAVProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  private struct State {
    var session: Session?
    var follower: ServerFollower?
    var isInvalidated = false
  }

  let domain: NSFileProviderDomain
  private let state = Mutex(State())
  /// One thing at a time: to find out what the server can.
  private let opening = Mutex(())
  private let queue = DispatchQueue(label: "webdav", attributes: .concurrent)
  let listings = PagedListings()

  package required init(domain: NSFileProviderDomain) {
    self.domain = domain
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
      guard let json = domain.userInfo?[WebDAVSettings.userInfoKey] as? Data,
        let folder = domain.userInfo?[WebDAVSettings.stateKey] as? String,
        let settings = try? WebDAVSettings(json: json)
      else { throw WebDAVError(.local("the domain has no settings of a WebDAV server")) }
      let session = try Session(
        settings, folder: URL(fileURLWithPath: folder, isDirectory: true), wantsTrash: domain.supportsSyncingTrash)
      let follower = ServerFollower(
        session,
        whenChanged: { [domain] in NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet) { _ in } },
        whenOver: { [domain] in NSFileProviderManager(for: domain)?.signalErrorResolved($0) { _ in } },
        room: domain.userInfo?[WebDAVSettings.roomKey] as? String)
      let isWanted = state.withLock { state in
        guard !state.isInvalidated else { return false }
        (state.session, state.follower) = (session, follower)
        return true
      }
      if isWanted { follower.start() }
      return session
    }
  }

  /// Something is changed in a folder: it is looked at more often.
  func noteUse(of folder: RemotePath) { state.withLock { $0.follower }?.noteUse(of: folder) }

  /// Something in a folder is read.
  func noteReading(of folder: RemotePath) { state.withLock { $0.follower }?.noteUse(of: folder, isReading: true) }

  /// Looks at the server soon.
  func hurry() { state.withLock { $0.follower }?.hurry() }

  /// Does something on a thread of our own.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (Session, Call) throws -> Value,
    whenDone: @escaping @Sendable (Result<Value, NSError>) -> Void
  ) -> Progress {
    let call = Call()
    queue.async { [self] in
      do { whenDone(.success(try body(session(), call))) } catch {
        let error = Self.forSystem(error)
        whenDone(.failure(error))
        // The system waits for a signal now, however short the trouble was.
        state.withLock { $0.follower }?.noteTrouble(error)
      }
    }
    return call.progress
  }

  private static func forSystem(_ error: any Error) -> NSError {
    (error as? WebDAVError)?.forSystem ?? error as NSError
  }
}
