import ArgumentParser
import Contacts
import FileProviderProgram
import FileProviderStore
import Foundation

/// `contacts import FILE…`
struct ContactsImportCommand: HostCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Add the contacts of files of cards (vCard).",
    discussion: """
      Each card becomes a contact, and keeps what only other programs know. A card that is there already is left out; one with the UID of another card is skipped \
      and listed, unless --replace is given. Of several cards with one UID in the files the first is taken. What is no card is listed, too.
      """)
  @OptionGroup var place: ContactStoreOption
  @OptionGroup var destination: ContactDestination
  @OptionGroup var author: AuthorOptions
  @Flag(name: .customLong("replace"), help: "Replace cards that have the same UID.") var replaces = false
  @Argument(help: ArgumentHelp("Files of cards; - for standard input.", valueName: "file"), completion: .file())
  var files: [String]

  var watchesSignals: Bool { true }

  func run() throws {
    try place.reporting {
      // What providers have cannot be replaced.
      let store = CNContactStore(domains: [try place.url()])
      // As long as the domain is open here, a request does not wait until its cards are on the disk.
      let open = try ItemStore(directory: place.url())
      defer { withExtendedLifetime(open) {} }
      var run = ContactImport(
        store: store, container: try place.container(named: destination.name, in: store), author: author.author,
        replaces: replaces)
      try run.noteExisting()
      for file in files { try run.add(file: file) }
      try run.finish()
    }
  }
}
