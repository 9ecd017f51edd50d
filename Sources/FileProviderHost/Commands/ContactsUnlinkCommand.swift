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
      let identifiers = try contacts.map { try book.contact($0, in: store).contact.identifier }
      let whole = try book.place.wholeStore()
      for (contact, identifier) in zip(contacts, identifiers) {
        guard try whole.unlink(identifier, author: author.author) > 0 else {
          throw CommandFailure(contact, "not linked with another contact")
        }
      }
    }
  }
}
