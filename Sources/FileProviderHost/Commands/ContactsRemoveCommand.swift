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
      let found = try contacts.map { try book.contact($0, in: store).contact }
      for (word, contact) in zip(contacts, found) where word != contact.identifier {
        let name = ContactText.name(of: contact)
        if word != name { try Confirmation.ask("delete the contact “\(name)”?", what: word, isForced: isForced) }
      }
      for contact in found { try remove(contact.identifier, from: store) }
    }
  }

  private func remove(_ identifier: String, from store: CNContactStore) throws {
    let contact: CNContact
    do { contact = try store.unifiedContact(withIdentifier: identifier, keysToFetch: []) } catch let error as CNError
      where error.code == .recordDoesNotExist
    {
      // It was linked with one that is removed by now.
      return
    }
    // What a provider refuses to delete comes first. The user's own contact is there until the end.
    for case let part as CNMutableContact in contact.parts.reversed().map({ $0.mutableCopy() }) {
      let request = CNSaveRequest()
      request.transactionAuthor = author.author
      request.delete(part)
      try store.execute(request)
    }
  }
}
