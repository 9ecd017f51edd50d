import ArgumentParser
import Contacts
import FileProviderProgram
import Glibc

/// `contacts duplicates`
struct ContactsDuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "List contacts that probably are the same.",
    discussion: "They have one UID, or one name and an email address or a phone number in common.")
  @OptionGroup var book: ContactBook
  @Flag(name: .customLong("json"), help: "Print one JSON object per group and line.") var isJSON = false

  func run() throws {
    try book.place.reporting {
      var duplicates = ContactDuplicates()
      for card in try book.contacts(in: book.place.store()) { duplicates.add(card) }
      let groups = duplicates.groups()
      let writer = ByteWriter()
      let text = ContactText(isTerminal: isatty(STDOUT_FILENO) == 1)
      if isJSON {
        for group in groups {
          var object = try JSONObject(writer)
          try object.add("name", ContactText.name(of: group[0].contact))
          try object.add("identifiers", group.map(\.contact.identifier))
          try object.end()
          try writer.append(UInt8(ascii: "\n"))
        }
      } else {
        try writer.append(groups.map(text.identified).joined(separator: "\n"))
      }
      try writer.flush()
    }
  }
}
