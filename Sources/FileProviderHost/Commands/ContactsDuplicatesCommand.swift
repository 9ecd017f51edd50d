import ArgumentParser
import Contacts
import FileProviderProgram
import Glibc

/// `contacts duplicates [--link]`
struct ContactsDuplicatesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "List contacts that probably are the same, or link them.",
    discussion:
      "They have one UID, or one name and an email address or a phone number in common. Linked contacts are shown as one, and are not listed; see “contacts link”."
  )
  @OptionGroup var book: ContactBook
  @OptionGroup var author: AuthorOptions
  @Flag(
    name: .customLong("link"),
    help: "Link the contacts of each group, too. A group that cannot be linked is named, and the others are linked.")
  var links = false
  @Flag(name: .customLong("json"), help: "Print one JSON object per group and line.") var isJSON = false

  func run() throws {
    try book.place.reporting {
      var duplicates = ContactDuplicates()
      let store = try book.place.store()
      let found = try book.find(in: store)
      let unreadable = try store.forEachCards(withIdentifiers: found.identifiers) { cards, _ in duplicates.add(cards) }
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
      let isLinked = links ? try link(groups) : true
      try found.finish(unreadable)
      if !isLinked { throw CommandEnd(status: .failed) }
    }
  }

  /// - Returns: Whether all of them could be linked.
  private func link(_ groups: [[CNContact]]) throws -> Bool {
    let store = try book.place.wholeStore()
    var linked: [[CNContact]] = []
    for group in groups {
      do {
        try store.link(group.map(\.identifier), author: author.author)
        linked.append(group)
      } catch let error as CNError {
        Console.fail(book.place.failure(error, of: "“\(ContactText.name(of: group[0]))”"))
      }
    }
    if groups.isEmpty { Console.say("contacts: there are no duplicates") }
    if !linked.isEmpty {
      Console.say("contacts: \(linked.reduce(0) { $0 + $1.count }) contacts are linked into \(linked.count)")
    }
    return linked.count == groups.count
  }
}
