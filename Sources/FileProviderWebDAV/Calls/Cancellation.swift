import Synchronization

/// Whether a result is still needed. Checked by libcurl during each transfer.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }

  func check() throws(WebDAVError) {
    if isCancelled { throw WebDAVError(.cancelled) }
  }
}
