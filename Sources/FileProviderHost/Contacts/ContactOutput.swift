import ArgumentParser
import Contacts
import FileProviderProgram
import Glibc
import VCard

/// The options for how contacts are printed.
struct ContactOutput: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Flag(name: .customLong("vcard"), help: "Print the cards as they are in their files, one after the other.")
  var isCard = false

  func validate() throws {
    guard !isJSON || !isCard else { throw ValidationError("--json and --vcard cannot be combined") }
  }

  /// Prints contacts.
  ///
  /// - Parameters:
  ///   - identifiers: Of the contacts, in this order. They are read one after the other.
  ///   - isDetailed: Whether text has all that is known, and not one line for each.
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  func print(_ identifiers: [String], of store: CNContactStore, isDetailed: Bool = false) throws -> [String] {
    let writer = ByteWriter()
    let text = ContactText(isTerminal: isatty(STDOUT_FILENO) == 1)
    let unreadable: [String]
    if isCard {
      unreadable = try store.forEachCard(withIdentifiers: identifiers) { try writer.append($0.card.streamBytes) }
    } else if !isJSON, !isDetailed {
      var table = text.table
      unreadable = try store.forEachContact(withIdentifiers: identifiers, keys: ContactTable.keys) { table.add($0) }
      try writer.append(table.text)
    } else {
      var isFirst = true
      unreadable = try store.forEachUnifiedCard(withIdentifiers: identifiers) { card in
        if isJSON {
          try ContactJSON.write(card, to: writer)
        } else {
          try writer.append((isFirst ? "" : "\n") + text.details(card))
        }
        isFirst = false
      }
    }
    try writer.flush()
    return unreadable
  }
}
