package import Foundation
import Glibc
import LinuxSystem

/// Which processes have a store open, and how a store is removed while none has.
package enum StoreUse {
  /// Whether any process has a store open, or is about to.
  ///
  /// - Returns: False, too, where there are no locks and none can be made.
  package static func isInUse(_ directory: URL) -> Bool {
    do { return try ifUnused(directory) {} == nil } catch { return false }
  }

  /// Runs a body that moves a store's directory away, while no process has the store open or can open it. A process that opens it meanwhile waits, and then
  /// finds that the store is gone.
  ///
  /// - Returns: What `body` returned; `nil`, and nothing was done, when somebody has it open.
  /// - Throws: What `body` throws; `inputOutput` when the store cannot be locked.
  package static func ifUnused<Result>(_ directory: URL, _ body: () throws -> Result) throws -> Result? {
    // A process that opens the store holds this until it has the open lock, and a process that checks for users holds it during the check, which must not find this lock.
    try WriteLock(directory: directory).ifFree { () throws -> Result? in
      try withLocks(OpenLock.names[...], in: directory, body)
    } ?? nil
  }

  /// Runs a body while no other process has any of some locks.
  ///
  /// - Returns: `nil` when somebody has one.
  private static func withLocks<Result>(
    _ names: ArraySlice<String>, in directory: URL, _ body: () throws -> Result
  ) throws -> Result? {
    guard let name = names.first else { return try body() }
    guard let file = StoreOwner(of: directory).open(directory.appendingPathComponent(name).path) else {
      throw StoreError(errno: errno, "cannot open \(name)")
    }
    guard try FileLock.take(file.number, LOCK_EX | LOCK_NB) else { return nil }
    return try withLocks(names.dropFirst(), in: directory, body)
  }
}
