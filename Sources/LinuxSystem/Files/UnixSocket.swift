package import Glibc

/// Unix sockets by path. An address holds 107 bytes; a longer path is reached through a descriptor of its directory.
package enum UnixSocket {
  /// A socket that does not block and is closed by `exec`.
  ///
  /// - Returns: `nil` where the system has no more descriptors, with the reason in `errno`.
  package static func make() -> Descriptor? {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    return Descriptor(owning: socket(AF_UNIX, Int32(type), 0))
  }

  /// Calls `body` with the address of a path.
  package static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    guard let directory = Descriptor(opening: folder, O_RDONLY | O_DIRECTORY) else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let short = Array("/proc/self/fd/\(directory.number)/\(parts.last ?? "")".utf8)
    guard short.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
