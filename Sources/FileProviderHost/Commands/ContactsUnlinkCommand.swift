import ArgumentParser
import Contacts
import FileProviderProgram

/// `contacts unlink CONTACT…`
struct ContactsUnlinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Show linked contacts as several again.",
    discussion: "All contacts that are linked with the given ones are separated, whatever domain they are in.")

  @OptionGroup var book: ContactBook
  @OptionGroup var author: AuthorOptions
  @Argument(help: ArgumentHelp("Names or identifiers.", valueName: "contact"), completion: Candidates.contacts)
  var contacts: [String]

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      let identifiers = try contacts.map { try book.contact($0, in: store).identifier }
      let whole = try book.place.wholeStore()
      // None is separated unless each of them is linked.
      for (contact, identifier) in zip(contacts, identifiers)
      where try whole.unifiedContact(withIdentifier: identifier, keysToFetch: []).linkedIdentifiers.isEmpty {
        throw CommandFailure(contact, "not linked with another contact")
      }
      for identifier in identifiers { _ = try whole.unlink(identifier, author: author.author) }
    }
  }
}
