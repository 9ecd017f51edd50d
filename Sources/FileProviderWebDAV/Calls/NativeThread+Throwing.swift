import Foundation
import Glibc
import LinuxSystem

extension NativeThread {
  /// Runs something on a thread of its own.
  ///
  /// - Throws: EAGAIN, which is reported to the caller of the provider.
  static func startOrThrow(name: String, _ run: @escaping @Sendable () -> Void) throws {
    guard start(name: name, stackSize: stackOfOthers, run) else {
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(EAGAIN))
    }
  }
}
