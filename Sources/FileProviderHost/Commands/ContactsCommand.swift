import ArgumentParser
import Contacts
import FileProviderProgram
import VCard

/// `contacts list|show|search|add|edit|remove|import|export|groups|duplicates|link|unlink|tail`
struct ContactsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contacts", abstract: "List, search, change, link, import and export contacts.",
    discussion: """
      Contacts are the cards (.vcf) in the folders of the domain “contacts”, of CardDAV domains and of contact providers, as programs get them from the module Contacts. A contact is named by its identifier, its full name, or the \
      beginnings of its names.
      """,
    subcommands: [
      ContactsListCommand.self, ContactsShowCommand.self, ContactsSearchCommand.self, ContactsAddCommand.self,
      ContactsEditCommand.self, ContactsRemoveCommand.self, ContactsImportCommand.self, ContactsExportCommand.self,
      ContactsGroupsCommand.self, ContactsDuplicatesCommand.self, ContactsLinkCommand.self, ContactsUnlinkCommand.self,
      ContactsTailCommand.self, ContactsProvideCommand.self,
    ])
}

/// `contacts list`
struct ContactsListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "list", abstract: "List contacts by name.")
  @OptionGroup var book: ContactBook
  @OptionGroup var output: ContactOutput

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      let found = try book.find(in: store)
      try found.finish(output.print(found.identifiers, of: store))
    }
  }
}

/// `contacts show CONTACT…`
struct ContactsShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print all information about contacts.")
  @OptionGroup var book: ContactBook
  @OptionGroup var output: ContactOutput
  @Argument(help: ArgumentHelp("Names or identifiers.", valueName: "contact"), completion: Candidates.contacts)
  var contacts: [String]

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      let found = try contacts.map { try book.contact($0, in: store).identifier }
      try FoundContacts.report(output.print(found, of: store, isDetailed: true))
    }
  }
}

/// `contacts search TERMS…`
struct ContactsSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find contacts by names, email addresses and phone numbers.",
    discussion: """
      Each term must be the beginning of a word of the names, or a part of an email address or of a phone number. Letter case, accents, and what separates \
      digits are ignored.
      """)
  @OptionGroup var book: ContactBook
  @OptionGroup var output: ContactOutput
  @Argument(help: ArgumentHelp("Words, addresses or numbers.", valueName: "term"), completion: Candidates.contacts)
  var terms: [String]

  func run() throws {
    let query = ContactQuery(terms)
    try book.place.reporting {
      let store = try book.place.store()
      let found = try book.find(in: store, matching: query)
      try found.finish(output.print(found.identifiers, of: store))
    }
  }
}

/// `contacts export [CONTACT…]`
struct ContactsExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print the cards of contacts (vCard), all of them and of groups if none is named.")
  @OptionGroup var book: ContactBook
  @Argument(help: ArgumentHelp("Names or identifiers.", valueName: "contact"), completion: Candidates.contacts)
  var contacts: [String] = []

  func run() throws {
    try book.place.reporting {
      let store = try book.place.store()
      let writer = ByteWriter()
      let unreadable: [String]
      if contacts.isEmpty {
        let container = try book.place.container(named: book.container, in: store)
        unreadable = try store.forEachCard(in: container, includesGroups: true) {
          try writer.append($0.card.streamBytes)
        }
      } else {
        let found = try contacts.map { try book.contact($0, in: store).identifier }
        unreadable = try store.forEachCard(withIdentifiers: found) { try writer.append($0.card.streamBytes) }
      }
      try writer.flush()
      try FoundContacts.report(unreadable)
    }
  }
}
