package import FileProviderStore
import Foundation
import Glibc

/// The directory in which a store was opened. Its domain may be removed meanwhile, and another be made in the same
/// place.
package struct StorePlace: Sendable {
  package let directory: String
  private let number: ino_t?

  package init(_ store: ItemStore) {
    directory = store.directory.path
    number = Self.number(directory)
  }

  /// Whether the store is no longer there, so that it will never change again. The open directory keeps its inode
  /// number, so no other has it.
  package var isLeft: Bool { Self.number(directory) != number }

  private static func number(_ directory: String) -> ino_t? {
    var status = stat()
    return stat(directory + "/items.sqlite", &status) == 0 ? status.st_ino : nil
  }
}
