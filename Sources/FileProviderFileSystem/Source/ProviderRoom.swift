package import FileProviderStore
package import Foundation
import Glibc
import LinuxSystem

/// How much room there is where a domain's items are kept, as its provider last noted it in a file beside the store: two numbers of bytes, what is left and
/// what is used.
package struct ProviderRoom: Hashable, Sendable {
  package var available: Int64
  package var used: Int64

  /// Where a provider notes it.
  package static func file(of store: ItemStore) -> URL { store.directory.appendingPathComponent("room") }

  /// - Returns: `nil` where no provider has reported it.
  package init?(of store: ItemStore) {
    guard let file = Descriptor(openingFile: Self.file(of: store).path, O_RDONLY) else { return nil }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(file.number, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let available = Int64(words[0]), let used = Int64(words[1]), available >= 0, used >= 0
    else {
      return nil
    }
    (self.available, self.used) = (available, used)
  }

  /// Puts it in the place of the disk's. What can be written now is bounded by the disk, too, since contents are here before they are sent.
  func apply(to disk: inout statvfs) {
    let block = UInt(max(disk.f_frsize, 1))
    let left = UInt(available) / block
    disk.f_blocks = left + UInt(used) / block
    disk.f_bfree = left
    disk.f_bavail = min(left, disk.f_bavail)
  }
}
