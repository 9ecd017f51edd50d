package import FileProviderProgram
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
  private var isLeft: Bool { number == nil || Self.number(directory) != number }

  /// - Throws: That the domain was removed.
  package func check() throws(CommandFailure) {
    if isLeft { throw CommandFailure(directory, "the domain was removed") }
  }

  /// Reads the store. Where that fails because the domain was removed meanwhile, throws that instead of the store's error.
  package func explaining<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch let error as StoreError {
      try check()
      throw error
    }
  }

  private static func number(_ directory: String) -> ino_t? {
    var status = stat()
    return stat(directory + "/items.sqlite", &status) == 0 ? status.st_ino : nil
  }
}
