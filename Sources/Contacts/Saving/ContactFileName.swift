import FileProviderStore
import Foundation

/// The names of files of new cards.
enum ContactFileName {
  /// The longest readable part, in bytes, so that there is room for a number.
  private static let longest = 200

  /// A readable name that no other item of the folder has. It says nothing: a card that is changed keeps it.
  static func make(for name: String?, in folder: ItemID, _ reader: StoreReader) throws(StoreError) -> FileName {
    try FileName.unused(stem(name, otherwise: "Contact") + ".vcf", in: folder, reader)
  }

  /// The same for a container.
  static func folder(_ name: String, _ reader: StoreReader) throws(StoreError) -> FileName {
    try FileName.unused(stem(name, otherwise: "Contacts"), in: .root, reader)
  }

  private static func stem(_ name: String?, otherwise unnamed: String) -> String {
    let text = (name ?? "").map { $0 == "/" || $0.isNewline || $0.unicodeScalars.contains(where: isControl) ? " " : $0 }
    let words = String(text).split(separator: " ").joined(separator: " ").drop { $0 == "." || $0 == " " }
    var stem = ""
    for character in words {
      if stem.utf8.count + character.utf8.count > longest { break }
      stem.append(character)
    }
    return stem.isEmpty ? unnamed : stem
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7f }
}

extension FileName {
  /// With so many of a name the next one gets a random part: nobody reads them all, and each is searched for.
  private static let mostNumbered = 100

  /// A name that no item of a folder has: with a number where the name itself is taken.
  ///
  /// - Parameter text: A valid name.
  static func unused(_ text: String, in folder: ItemID, _ reader: StoreReader) throws(StoreError) -> FileName {
    let name = Array(text.utf8).withUnsafeBytes { FileName(stored: $0) }
    if try reader.child(of: folder, named: name) == nil { return name }
    for number in 2...mostNumbered {
      let numbered = name.adding(" \(number)")
      if try reader.child(of: folder, named: numbered) == nil { return numbered }
    }
    return name.adding(" \(UUID().uuidString)")
  }
}
