import ArgumentParser
import Contacts
import FileProviderProgram

/// `contacts link CONTACT CONTACT…`
struct ContactsLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link", abstract: "Show several contacts as one.",
    discussion: """
      Each keeps its card. The first one of your own domain comes first in what is shown; “contacts unlink” separates them again. Contacts that one of them is linked with already join, whatever domain they are in. The link \
      is a line of their cards, which goes where these go: into exported files and to servers. Some servers remove it.
      """)

  @OptionGroup var book: ContactBook
  @OptionGroup var author: AuthorOptions
  @Argument(
    help: ArgumentHelp("Names or identifiers of two or more contacts.", valueName: "contact"),
    completion: Candidates.contacts)
  var contacts: [String]

  func validate() throws {
    if contacts.count < 2 { throw ValidationError("link requires two contacts or more") }
  }

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      let identifiers = try contacts.map { try book.contact($0, in: store).identifier }
      guard Set(identifiers).count > 1 else {
        throw CommandFailure(
          contacts.joined(separator: ", "), "the same contact",
          remedy: "give the identifiers, which “contacts search --json” prints")
      }
      try book.place.wholeStore().link(identifiers, author: author.author)
    }
  }
}
