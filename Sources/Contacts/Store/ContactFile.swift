import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import VCard

/// A file of a container, which may be a contact.
struct ContactFile {
  let store: ItemStore
  let item: ItemAttributes
  let name: FileName

  /// No card is larger, in bytes: the parser takes no more.
  private static let largest: Int64 = 32 << 20

  /// The card of a contact; nil if the file is none of one contact, or if its contents are not here.
  func card() throws(StoreError) -> Card? {
    guard item.kind == .file, Self.isCard(name), item.size <= Self.largest, let bytes = try contents() else {
      return nil
    }
    let elements = CardParser.elements(of: bytes)
    guard elements.count == 1, case .card(let card) = elements[0], !card.isGroup else { return nil }
    return card
  }

  /// Whether a file may be a contact by its name.
  static func isCard(_ name: FileName) -> Bool {
    !name.isHidden && name.description.suffix(4).isSameWord(as: ".vcf")
  }

  /// The contents; nil if they are not here, or if the file was deleted meanwhile.
  private func contents() throws(StoreError) -> Data? {
    var item = item
    while let key = item.content {
      do throws(StoreError) {
        let file = try store.contents.open(key, flags: O_RDONLY)
        return try Self.read(file.number)
      } catch {
        // Another program has saved the card since its row was read.
        let id = item.id
        guard let now = try store.readCommitted({ (reader) throws(StoreError) in try reader.item(id) }) else {
          return nil
        }
        if now.content == key { throw error }
        item = now
      }
    }
    return nil
  }

  private static func read(_ file: Int32) throws(StoreError) -> Data {
    do { return try FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd() ?? Data() } catch {
      throw StoreError(.inputOutput, "a card cannot be read: \(error.localizedDescription)")
    }
  }
}

extension FileName {
  /// Whether the name begins with a dot.
  var isHidden: Bool { description.hasPrefix(".") }
}
