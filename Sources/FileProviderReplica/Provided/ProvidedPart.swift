import FileProviderStore
import Foundation
import Glibc
import LinuxSystem

/// A part of a document's contents that came from the provider: the file belongs to the replica now.
struct ProvidedPart: DownloadedFile {
  let url: URL
  /// The document, as the provider delivered it with the part.
  let item: ProvidedItem?
  /// Which bytes the provider has sent, each at its own place in the file.
  let range: NSRange

  func discard() { unlink(url.path) }

  /// Copies what was downloaded to its place in a content file, and synchronizes it.
  ///
  /// More than was asked for is welcome, and less as long as it is what is missed first: the rest is asked for again.
  ///
  /// - Parameters:
  ///   - missing: The first byte that is not here. A part without it would be asked for again, for ever.
  ///   - size: Of all contents, in bytes.
  /// - Returns: The bytes that are there now.
  /// - Throws: `ReplicaError.broken` when they are not in the file; `StoreError`.
  func copy(missing: Int64, size: Int64, into target: Int32, by copier: ContentCopier) throws -> Range<Int64> {
    guard let bytes = range.bytes?.clamped(to: 0..<size), bytes.contains(missing) else {
      throw ReplicaError.broken("the returned range is not the requested one")
    }
    guard let source = Descriptor(opening: url.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
      throw ReplicaError.broken("cannot open the file with the range: \(String(cString: strerror(errno)))")
    }
    var status = stat()
    guard fstat(source.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ReplicaError.broken("the range is not in a regular file")
    }
    guard Int64(status.st_size) >= bytes.upperBound else {
      throw ReplicaError.broken("the file is shorter than the returned range")
    }
    try copier.copy(bytes, from: source.number, into: target)
    guard fdatasync(target) == 0 else { throw StoreError(errno: errno, "cannot write contents to the disk") }
    return bytes
  }
}

extension NSRange {
  /// The same as a range of bytes; `nil` for what is none.
  fileprivate var bytes: Range<Int64>? {
    guard location >= 0, length > 0 else { return nil }
    let (end, overflow) = Int64(location).addingReportingOverflow(Int64(length))
    return overflow ? nil : Int64(location)..<end
  }
}
