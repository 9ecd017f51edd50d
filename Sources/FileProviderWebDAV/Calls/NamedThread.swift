import Foundation
import Glibc

/// A thread with a name. Foundation's starts one, too, but does not report a failure.
enum NamedThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(_ name: String, _ run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
  }

  /// Runs something on a thread of its own.
  ///
  /// - Throws: The error of pthread_create(3): EAGAIN where there are as many as may be, or no memory.
  static func start(_ name: String, _ run: @escaping @Sendable () -> Void) throws {
    let body = Unmanaged.passRetained(Body(name, run))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        Thread.current.name = body.name
        body.run()
        return nil
      }, body.toOpaque())
    guard status == 0 else {
      body.release()
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(status))
    }
    pthread_detach(thread)
  }
}
