import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import VCard

/// The content files that a transaction needs, which have no owner if it fails.
final class CardContents {
  private let store: ItemStore
  private var made: [ContentKey] = []

  init(_ store: ItemStore) { self.store = store }

  /// Makes a content file with a card.
  ///
  /// - Throws: `full` or `inputOutput`.
  func make(_ card: Card) throws(StoreError) -> (ContentKey, size: Int64) {
    let bytes = card.bytes
    let file = try store.contents.create()
    let key = file.key
    do throws(Errno) { try WholeFile.write(bytes, to: file.number) } catch {
      throw StoreError(errno: error.number, "a card cannot be written")
    }
    file.keep()
    made.append(key)
    return (key, Int64(bytes.count))
  }

  /// Puts the files on the disk. Called at the end of the transaction, so that a loss of power leaves no contact whose card is empty.
  ///
  /// - Throws: `inputOutput` or `full`.
  func synchronize() throws(StoreError) {
    if made.count > Self.mostFiles { return try store.contents.synchronizeAll() }
    for key in made {
      let file = try store.contents.open(key, flags: O_RDONLY)
      guard fdatasync(file.number) == 0 else { throw StoreError(errno: errno, "a card cannot be synchronized") }
    }
    if !made.isEmpty { try store.contents.synchronizeEntries(of: made) }
  }

  /// Of more, all that the disk has to write is written at once.
  private static let mostFiles = 16

  /// Removes the files of a transaction that failed.
  func discardAll() {
    for key in made { store.contents.remove(key) }
    made = []
  }
}
