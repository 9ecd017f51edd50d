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

  /// The contacts, sorted by name.
  func contacts(in store: CNContactStore, where isWanted: (CNContact) -> Bool = { _ in true }) throws -> [StoredCard] {
    var found: [(name: String, card: StoredCard)] = []
    try store.forEachCard(in: place.container(named: container, in: store)) { card in
      if isWanted(card.contact) { found.append((ContactText.name(of: card.contact), card)) }
    }
    return found.sorted { $0.name.localizedStandardCompare($1.name) == .orderedAscending }.map(\.card)
  }

  /// The contact that a word names: by its identifier, or by the beginnings of its names.
  func contact(_ word: String, in store: CNContactStore) throws -> StoredCard {
    if let card = try store.card(ofContactWithIdentifier: word) { return card }
    let query = ContactQuery([word])
    let found = try contacts(in: store) { query.matches($0) }
    guard let card = found.first else {
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
