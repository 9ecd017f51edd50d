import CLinux
import Dispatch
import Glibc
import LinuxSystem

/// Dedicated threads for blocking calls, which must not wait in the cooperative pool.
package enum Threads {
  /// Starts a thread with a stack of 8 MiB.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    _ = startJoinable(name, body).map { pthread_detach($0) }
  }

  /// Starts a thread that the caller joins, and returns its `pthread_t`.
  package static func startJoinable(_ name: String, _ body: @escaping @Sendable () -> Void) -> UInt? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 8 << 20)
    defer { pthread_attr_destroy(&attributes) }
    var thread: pthread_t = 0
    let box = Unmanaged.passRetained(Body(name: name, run: body))
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        NativeThread.setOwnName(body.name)
        body.run()
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return nil
    }
    return thread
  }

  private final class Body {
    let name: String
    let run: @Sendable () -> Void
    init(name: String, run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
  }
}
