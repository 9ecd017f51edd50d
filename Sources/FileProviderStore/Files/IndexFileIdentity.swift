import Glibc

/// The identity of an index's file: another process may have put a new one in its place.
package struct IndexFileIdentity: Equatable {
  private var device: UInt64 = 0
  private var number: UInt64 = 0

  package init(_ descriptor: Int32) {
    var status = stat()
    if fstat(descriptor, &status) == 0 { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
  }

  package init(path: String) {
    var status = stat()
    if stat(path, &status) == 0 { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }
  }
}
