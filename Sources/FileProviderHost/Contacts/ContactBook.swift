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

  /// Unified contacts, sorted by their names. The contacts themselves may need much memory.
  ///
  /// - Parameters:
  ///   - query: What they match; nil for all.
  ///   - isWanted: Is given the properties that a query compares, and of linked contacts each.
  func find(
    in store: CNContactStore, matching query: ContactQuery? = nil, where isWanted: (CNContact) -> Bool = { _ in true }
  ) throws -> FoundContacts {
    var found: [(name: String, identifier: String)] = []
    let container = try place.container(named: container, in: store)
    let unreadable = try store.forEachContact(in: container, matching: query, keys: ContactQuery.keys) { contact in
      if contact.parts.contains(where: isWanted) { found.append((ContactText.name(of: contact), contact.identifier)) }
    }
    found.sort { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    return FoundContacts(contacts: found, unreadable: unreadable)
  }

  /// The unified contact that a word names: by one of its identifiers, its full name, or the beginnings of its names.
  func contact(_ word: String, in store: CNContactStore) throws -> CNContact {
    if let contact = try contact(withIdentifier: word, in: store) { return contact }
    let names = CNContact.predicateForContacts(matchingName: word)
    let matching = try find(in: store) { ContactText.name(of: $0) == word || names.evaluate(with: $0) }.contacts
    let exact = matching.filter { $0.name == word }
    let found = exact.isEmpty ? matching : exact
    guard let first = found.first, let contact = try contact(withIdentifier: first.identifier, in: store) else {
      throw CommandFailure(
        word, "no such contact", remedy: "“\(HostProgram.current.name) contacts list” lists the contacts")
    }
    guard found.count == 1 else {
      throw CommandFailure(
        word, "\(found.count) contacts have this name",
        remedy: "give the identifier, which “contacts search --json” prints")
    }
    return contact
  }

  private func contact(withIdentifier identifier: String, in store: CNContactStore) throws -> CNContact? {
    var found: CNContact?
    let unreadable = try store.forEachUnifiedCard(withIdentifiers: [identifier]) { found = $0.contact }
    if found == nil { try FoundContacts.report(unreadable) }
    return found
  }
}

/// Contacts by their names, and the files that could not be read.
struct FoundContacts {
  let contacts: [(name: String, identifier: String)]
  let unreadable: [String]

  var identifiers: [String] { contacts.map(\.identifier) }

  /// Reports what could not be read, once the rest is printed.
  ///
  /// - Parameter more: Paths that could not be read later.
  /// - Throws: The end of the command if there is any.
  func finish(_ more: [String]) throws { try Self.report(unreadable + more) }

  /// The same of paths.
  static func report(_ unreadable: [String]) throws {
    for path in unreadable { Console.fail(CommandFailure(path, "its contents cannot be read")) }
    if !unreadable.isEmpty { throw CommandEnd(status: .failed) }
  }
}
