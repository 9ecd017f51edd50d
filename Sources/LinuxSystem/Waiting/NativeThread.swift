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
  /// - Returns: Whether the system had one. It has none (EAGAIN) where there are as many as may be, or no memory.
  @discardableResult
  package static func start(name: String, stackSize: Int = 512 << 10, _ run: @escaping @Sendable () -> Void) -> Bool {
    make(name, stackSize, PTHREAD_CREATE_DETACHED, run) != nil
  }

  /// Starts a thread that the caller joins, with a stack for code of others.
  ///
  /// - Returns: Its `pthread_t`; `nil` where the system has none.
  package static func startJoinable(name: String, _ run: @escaping @Sendable () -> Void) -> UInt? {
    make(name, stackOfOthers, PTHREAD_CREATE_JOINABLE, run)
  }

  private static func make(
    _ name: String, _ stackSize: Int, _ state: Int, _ run: @escaping @Sendable () -> Void
  ) -> pthread_t? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(state))
    let body = Unmanaged.passRetained(Body(name: name, run))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, body.toOpaque())
    guard failed == 0 else {
      body.release()
      return nil
    }
    return thread
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
