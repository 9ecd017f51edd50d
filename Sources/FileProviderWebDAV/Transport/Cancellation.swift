import Synchronization

/// Whether somebody still wants a result. Asked by libcurl during each transfer.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  var isCancelled: Bool { flag.load(ordering: .relaxed) }
  func cancel() { flag.store(true, ordering: .relaxed) }

  func check() throws(WebDAVError) {
    if isCancelled { throw WebDAVError(.cancelled) }
  }
}
