import ArgumentParser
import Contacts
import FileProviderProgram
import Foundation

/// `contacts remove [--force] CONTACT…`
struct ContactsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Delete contacts for good.",
    discussion: """
      A contact that is named by the beginnings of its names is deleted after a question. The cards of all contacts that are linked with a given one are deleted, too; with --domain, those in that domain.
      """,
    aliases: ["rm"])

  @OptionGroup var book: ContactBook
  @OptionGroup var author: AuthorOptions
  @Flag(name: [.customShort("f"), .customLong("force")], help: "Do not ask for confirmation.") var isForced = false
  @Argument(help: ArgumentHelp("Full names or identifiers.", valueName: "contact"), completion: Candidates.contacts)
  var contacts: [String]

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      // None is removed unless each of them is found.
      let found = try contacts.map { try book.contact($0, in: store) }
      for (word, contact) in zip(contacts, found) where !contact.isUnifiedWithContact(withIdentifier: word) {
        let name = ContactText.name(of: contact)
        if word != name { try Confirmation.ask("delete the contact “\(name)”?", what: word, isForced: isForced) }
      }
      var removed: Set<String> = []
      for contact in found where removed.insert(contact.identifier).inserted {
        try store.delete(contact, author: author.author)
      }
    }
  }
}
