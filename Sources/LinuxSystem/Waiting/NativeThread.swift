import CLinux
import Glibc

/// A thread of the system's own, for work that blocks: Swift's tasks share a few threads that must not.
package enum NativeThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// The stack of a thread that runs code of others, in bytes: what a program's first thread has by default.
  package static let stackOfOthers = 8 << 20

  /// Starts a detached thread.
  ///
  /// - Returns: Whether the system had one.
  @discardableResult
  package static func start(name: String, stackSize: Int = 512 << 10, _ run: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let body = Unmanaged.passRetained(Body(String(name.prefix(15)), run))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        // By the thread itself: whoever started it may find it gone already.
        pthread_setname_np(pthread_self(), body.name)
        body.run()
        return nil
      }, body.toOpaque())
    if failed != 0 {
      body.release()
      return false
    }
    return true
  }
}
