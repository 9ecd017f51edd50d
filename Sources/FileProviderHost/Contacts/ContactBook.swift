import ArgumentParser
import Contacts
import FileProviderProgram
import Foundation

/// The options that pick contacts.
struct ContactBook: ParsableArguments {
  @OptionGroup var place: ContactStoreOption
  @Option(
    name: .customLong("container"), help: "Only contacts of this container, a folder in the root of the domain.",
    completion: Candidates.containersOfContacts) var container: String?

  /// The identifiers of contacts, sorted by their names. The contacts themselves, with their pictures, may need much memory.
  func identifiers(in store: CNContactStore, where isWanted: (CNContact) -> Bool = { _ in true }) throws -> [String] {
    var found: [(name: String, identifier: String)] = []
    try store.forEachCard(in: place.container(named: container, in: store)) { card in
      if isWanted(card.contact) { found.append((ContactText.name(of: card.contact), card.contact.identifier)) }
    }
    return found.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }.map(\.identifier)
  }

  /// The contact that a word names: by its identifier, or by the beginnings of its names.
  func contact(_ word: String, in store: CNContactStore) throws -> StoredCard {
    if let card = try store.card(ofContactWithIdentifier: word) { return card }
    let query = ContactQuery([word])
    let found = try identifiers(in: store) { query.matches($0) }
    guard let first = found.first, let card = try store.card(ofContactWithIdentifier: first) else {
      throw CommandFailure(
        word, "no such contact", remedy: "“\(HostProgram.current.name) contacts list” lists the contacts")
    }
    guard found.count == 1 else {
      throw CommandFailure(
        word, "\(found.count) contacts have this name",
        remedy: "give the identifier, which “contacts search --json” prints")
    }
    return card
  }
}
