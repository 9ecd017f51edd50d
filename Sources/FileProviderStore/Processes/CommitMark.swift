package import Foundation
import Glibc
import LinuxSystem

/// The last commit of a store, as its wake file has it: the store is not opened.
package struct CommitMark: Equatable, Sendable {
  package let generation: Generation
  private let file: IndexFileIdentity

  /// - Returns: Nil if there is no store in the directory.
  package init?(storeIn directory: URL) {
    guard let descriptor = Descriptor(openingFile: WakeFile.url(in: directory).path, O_RDONLY) else { return nil }
    var value: Int64 = 0
    guard pread(descriptor.number, &value, MemoryLayout<Int64>.size, 0) == MemoryLayout<Int64>.size else { return nil }
    generation = Generation(rawValue: value)
    file = IndexFileIdentity(descriptor.number)
  }

  /// Whether the marks are of one store, which has not been replaced in between.
  package func isOfSameStore(as other: CommitMark) -> Bool { file == other.file }
}
