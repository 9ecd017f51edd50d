import CLinux
import FileProviderStore
import Glibc
import LinuxSystem

/// Extended attributes of the source, read by descriptor or by path.
struct SourceAttributes {
  private var buffer = [CChar](repeating: 0, count: 65536)
  private var value = [UInt8](repeating: 0, count: 65536)

  /// Our own attributes that describe an item's state; they are not data of the file.
  private static let ours = "user.fileprovider."
  static let tagsName = "user.xdg.tags"

  /// Adds the attributes in the `user.` namespace to an entry; tags are stored separately.
  mutating func read(descriptor: Int32, into entry: inout ImportEntry) {
    let count = flistxattr(descriptor, &buffer, buffer.count)
    collect(count, into: &entry) { name, value in fgetxattr(descriptor, name, value.baseAddress, value.count) }
  }

  /// The same by path; a link is not followed.
  mutating func read(path: UnsafePointer<CChar>, into entry: inout ImportEntry) {
    let count = llistxattr(path, &buffer, buffer.count)
    collect(count, into: &entry) { name, value in lgetxattr(path, name, value.baseAddress, value.count) }
  }

  /// Is given the attributes that a domain cannot keep.
  private let lose: (TransferTally.Loss) -> Void

  init(lose: @escaping (TransferTally.Loss) -> Void) { self.lose = lose }

  private static let losses: [String: TransferTally.Loss] = [
    "system.posix_acl_access": .accessLists, "security.capability": .capabilities,
  ]

  private mutating func collect(
    _ count: Int, into entry: inout ImportEntry,
    _ get: (UnsafePointer<CChar>, UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    entry.hasAttributes = true
    guard count > 0 else { return }
    for bytes in buffer[..<count].split(separator: 0) {
      let name = String(spelling: bytes.map { UInt8(bitPattern: $0) })
      guard name.hasBytePrefix("user."), !name.hasPrefix(Self.ours) else {
        if let loss = Self.losses[name] { lose(loss) }
        continue
      }
      let size = value.withUnsafeMutableBufferPointer { get(name.spelledCString, $0) }
      guard size >= 0 else { continue }
      let data = Array(value[..<size])
      if name == Self.tagsName { entry.tags = data } else { entry.attributes.append((name, data)) }
    }
  }
}
