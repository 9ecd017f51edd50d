package import Foundation
import Glibc
package import LinuxSystem

extension StoreOwner {
  /// Whose a store or another folder is: who could put something else in its place.
  ///
  /// For root that is the owner of the first folder on the way that is not root's: whatever is below, links and folders of root's among it, that user can
  /// exchange at any moment. For anybody else it is who owns the folder itself.
  ///
  /// - Parameter directory: It need not be there.
  /// - Returns: Root, where nobody else could.
  package static func user(of directory: URL) -> uid_t {
    guard geteuid() == 0 else { return owner(directory.path, followsLinks: true) ?? geteuid() }
    if let user = firstOwner(directory.path) { return user }
    // Links of root's lead to what nobody else can change on the way.
    guard let real = realpath(directory.path, nil) else { return 0 }
    defer { free(real) }
    return firstOwner(String(cString: real)) ?? 0
  }

  /// The first user who is not root and owns something on a path.
  private static func firstOwner(_ path: String) -> uid_t? {
    var place = ""
    for name in path.split(separator: "/") {
      place += "/" + name
      guard let user = owner(place, followsLinks: false) else { return nil }
      if user != 0 { return user }
    }
    return nil
  }

  private static func owner(_ path: String, followsLinks: Bool) -> uid_t? {
    var status = stat()
    return (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 ? status.st_uid : nil
  }

  /// Gives the calling thread, and those it will start, the rights over files of a folder's owner, if the process is root's and the folder is not.
  ///
  /// - Throws: When the identity cannot be had.
  package static func takeIdentity(of directory: URL) throws(Errno) {
    let user = user(of: directory)
    if geteuid() == 0 && user != 0 { try FileIdentity(of: user).take() }
  }

  /// Makes the folder of a store, and those above it that are missing, as whoever it will belong to.
  static func makeStore(_ directory: URL) throws(StoreError) {
    do { try acting(in: directory) { try makeDirectories(directory.path) } } catch {
      throw error as? StoreError ?? StoreError(.inputOutput, "cannot create \(directory.path): \(error)")
    }
  }

  /// Runs something on a thread of its own that has the rights over files of a folder's owner, and waits for it.
  ///
  /// - Throws: What `body` throws, and when the identity cannot be had: then it did not run.
  package static func acting<Result: Sendable>(
    in directory: URL, _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let user = user(of: directory)
    if geteuid() != 0 || user == FileIdentity.currentUser { return try body() }
    let outcome = Monitor<Swift.Result<Result, any Error>?>(nil)
    let hasStarted = NativeThread.start(name: "as owner", stackSize: NativeThread.stackOfOthers) {
      let result = Swift.Result {
        if user == 0 { return try FileIdentity.asProcess(body) }
        try FileIdentity(of: user).take()
        return try body()
      }
      outcome.withLock { $0 = result }
    }
    guard hasStarted else { throw Errno(number: EAGAIN) }
    return try outcome.wait { $0 }.get()
  }
}
