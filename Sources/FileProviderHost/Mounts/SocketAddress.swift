import Glibc

/// Unix sockets by path. An address holds 107 bytes; a longer path is reached through a descriptor of its directory.
enum UnixSocket {
  /// A socket that does not block and is closed by `exec`.
  static func make() -> Int32 {
    socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  }

  /// Calls `body` with the address of a path.
  static func withAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let directory = open(parts.dropLast().joined(separator: "/"), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    defer { close(directory) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let short = Array("/proc/self/fd/\(directory)/\(parts.last ?? "")".utf8)
    guard short.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}
