import CLinux
import Glibc

/// A thread of the system's own, for work that blocks: Swift's tasks share a few threads that must not.
package enum NativeThread {
  private final class Body: Sendable {
    private let name: String
    private let body: @Sendable () -> Void

    init(name: String, _ body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }

    func run() {
      NativeThread.setOwnName(name)
      body()
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
    let body = Unmanaged.passRetained(Body(name: name, run))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    if failed != 0 {
      body.release()
      return false
    }
    return true
  }

  /// Names the calling thread. Only the thread itself can do that: for its creator, it may have ended already.
  ///
  /// - Parameter name: Cut to the 15 bytes that the kernel keeps, at the end of a character.
  package static func setOwnName(_ name: String) {
    var bytes = 0
    let some = name.prefix { character in
      bytes += character.utf8.count
      return bytes <= 15
    }
    _ = pthread_setname_np(pthread_self(), String(some))
  }
}
