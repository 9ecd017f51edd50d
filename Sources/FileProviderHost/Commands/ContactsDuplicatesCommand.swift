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
      let store = try book.place.store()
      let found = try book.find(in: store)
      let unreadable = try store.forEachCard(withIdentifiers: found.identifiers) { duplicates.add($0) }
      let groups = duplicates.groups()
      let writer = ByteWriter()
      let text = ContactText(isTerminal: isatty(STDOUT_FILENO) == 1)
      if isJSON {
        for group in groups {
          var object = try JSONObject(writer)
          try object.add("name", ContactText.name(of: group[0]))
          try object.add("identifiers", group.map(\.identifier))
          try object.end()
          try writer.append(UInt8(ascii: "\n"))
        }
      } else {
        let tables = groups.map { group in
          var table = text.table
          for contact in group { table.add(contact, identifier: contact.identifier) }
          return table.text
        }
        try writer.append(tables.joined(separator: "\n"))
      }
      try writer.flush()
      try found.finish(unreadable)
    }
  }
}
