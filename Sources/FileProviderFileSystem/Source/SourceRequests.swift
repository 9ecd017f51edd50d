import FileProviderStore
import Foundation
import Glibc

/// What is asked of the source at the moment, so that two requests for one container or document share one answer.
///
/// The source may take for ever; a request of a program may not. So each call of the source runs on a thread of its
/// own, and requests wait for it with a deadline, until they are interrupted or until it is done. A call that
/// outlives its requests goes on and is joined by the next request for the same thing.
final class SourceRequests: @unchecked Sendable {
  // Sendable: `mutex` protects `running`; the rest is constant.
  enum Subject: Hashable, Sendable {
    case listing(ItemID)
    case contents(ItemID)
  }

  private final class Call {
    var outcome: Result<Void, any Error>?
  }

  private let source: any ContainerSource
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var running: [Subject: Call] = [:]

  /// A source that never answers must not use up the process's threads.
  private static let limit = 64

  init(source: any ContainerSource) {
    self.source = source
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Asks the source and waits for it.
  ///
  /// - Parameters:
  ///   - seconds: How long to wait at most.
  ///   - interruption: Ends the wait when it is requested; `wake` must be called then.
  /// - Throws: What the source said, as an error number; `EINTR`; `EIO` after the deadline.
  func wait(for subject: Subject, seconds: Int, interruption: Interruption) throws(ErrorNumber) {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += seconds
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let call: Call
    if let known = running[subject] {
      call = known
    } else {
      guard running.count < Self.limit else { throw .inputOutput }
      call = Call()
      running[subject] = call
      start(subject, call)
    }
    while call.outcome == nil {
      if interruption.isRequested { throw .interrupted }
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT && call.outcome == nil { throw .inputOutput }
    }
    if case .failure(let error) = call.outcome { throw ErrorNumber(provider: error) }
  }

  /// Lets those who wait look whether they were interrupted.
  func wake() {
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  private func start(_ subject: Subject, _ call: Call) {
    let box = CallBox(call: call)
    Thread.detachNewThread { [self] in
      let outcome = Result {
        switch subject {
        case .listing(let container): try source.list(container)
        case .contents(let document): try source.bring(document)
        }
      }
      pthread_mutex_lock(mutex)
      box.call.outcome = outcome
      running[subject] = nil
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
  }

  private struct CallBox: @unchecked Sendable {
    // Sendable: a call is only touched with `mutex` held.
    let call: Call
  }
}
