import ArgumentParser
import Contacts
import FileProviderProgram
import Glibc
import VCard

/// The options for how contacts are printed.
struct ContactOutput: ParsableArguments {
  @Flag(name: .customLong("json"), help: "Print one JSON object per line.") var isJSON = false
  @Flag(name: .customLong("vcard"), help: "Print the cards as they are in their files.") var isCard = false

  func validate() throws {
    guard !isJSON || !isCard else { throw ValidationError("--json and --vcard cannot be combined") }
  }

  /// Prints contacts.
  ///
  /// - Parameter isDetailed: Whether text has all that is known, and not one line for each.
  func print(_ cards: [StoredCard], isDetailed: Bool = false) throws {
    let writer = ByteWriter()
    let text = ContactText(isTerminal: isatty(STDOUT_FILENO) == 1)
    if isCard {
      for card in cards { try writer.append(card.card.bytes) }
    } else if isJSON {
      for card in cards { try ContactJSON.write(card, to: writer) }
    } else if isDetailed {
      try writer.append(cards.map(text.details).joined(separator: "\n"))
    } else {
      try writer.append(text.table(cards))
    }
    try writer.flush()
  }
}
