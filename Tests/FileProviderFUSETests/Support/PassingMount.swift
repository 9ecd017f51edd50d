import Foundation
import Glibc
import TestSupport
import Testing

/// A mount on which the kernel reads and writes large documents itself.
struct PassingMount {
  let mount: Mount
  /// Large enough for that.
  static let size = 1 << 20
  static let option = "passthrough"

  /// - Throws: That the test is skipped, where the machine does not allow it.
  init(_ options: String = "") throws {
    mount = try Mount(options.isEmpty ? Self.option : Self.option + "," + options)
    if let refusal = try mount.passthroughRefusal() { try Test.cancel("no kernel passthrough: \(refusal)") }
  }

  /// Makes a document that is on the disk, as the kernel requires to write it.
  @discardableResult
  func make(_ name: String, size: Int = PassingMount.size) throws -> [UInt8] {
    let pattern = (0..<256).map { UInt8($0 &* 31 & 255) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    while bytes.count < size { bytes += bytes.isEmpty ? pattern : bytes }
    bytes.removeLast(bytes.count - size)
    let file = open(mount.path(name), O_RDWR | O_CREAT, 0o644)
    defer { close(file) }
    try #require(write(file, bytes, size) == size && fsync(file) == 0)
    return bytes
  }

  /// Whether a document has some contents; compared in C, since debug builds take seconds for megabytes.
  func has(_ expected: [UInt8], in name: String) throws -> Bool {
    let found = try bytes(name)
    return found.count == expected.count && memcmp(found, expected, found.count) == 0
  }

  /// How many reads and writes have reached the mount; `stats.json` is itself read.
  func requests() throws -> Int {
    let before = try mount.requests("read")
    return try mount.requests("write") + before
  }

  func status(_ name: String) -> stat {
    var status = stat()
    _ = lstat(mount.path(name), &status)
    return status
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: mount.path(name))))
  }
}

extension stat {
  /// The time of the last change of contents, in nanoseconds.
  var modified: Int { st_mtim.tv_sec * 1_000_000_000 + st_mtim.tv_nsec }
}
