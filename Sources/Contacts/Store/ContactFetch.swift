import FileProviderStore
import Foundation

/// A request for contacts, as it is carried out.
struct ContactFetch {
  private let request: CNContactFetchRequest
  private let criterion: RecordCriterion?
  /// What was asked for.
  private let keys: Set<String>

  /// - Throws: `predicateInvalid`.
  init(_ request: CNContactFetchRequest) throws(CNError) {
    self.request = request
    keys = Set(request.keysToFetch.flatMap(\.keys))
    criterion = request.predicate?.recordCriterion
    switch criterion {
    case nil where request.predicate == nil: break
    case .contactsNamed, .contactsWithEmailAddress, .contactsWithPhoneNumber, .contacts, .contactsInContainer,
      .contactsInGroup:
      break
    default: throw CNError(.predicateInvalid)
    }
  }

  /// - Parameter body: Returns whether to go on.
  func run(in domains: OpenedDomains, _ body: (CNContact) -> Bool) throws(StoreError) {
    if request.sortOrder != .none { return try runSorted(in: domains, body) }
    let unification = unification(domains, keys)
    for (index, domain) in domains.enumerated() {
      let isComplete = try visit(domain, keys) { (found) throws(StoreError) in
        try unification.contact(found, in: index).map { body(finished($0)) } ?? true
      }
      if !isComplete { return }
    }
  }

  private func unification(_ domains: OpenedDomains, _ keys: Set<String>) -> ContactUnification {
    ContactUnification(domains, keys: keys, isWanted: request.unifyResults)
  }

  /// Reads the contacts twice, so that no more than the names of all of them are in memory.
  private func runSorted(in domains: OpenedDomains, _ body: (CNContact) -> Bool) throws(StoreError) {
    var found: [(name: String, domain: Int, item: ItemID)] = []
    let names = unification(domains, Set(CNContact.sortKeys))
    for (index, domain) in domains.enumerated() {
      _ = try visit(domain, Set(CNContact.sortKeys)) { (contact) throws(StoreError) in
        if let unified = try names.contact(contact, in: index) {
          found.append((unified.sortName(request.sortOrder), index, contact.item))
        }
        return true
      }
    }
    found.sort { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    let selections = domains.map { $0.selection(keys) }
    let unification = unification(domains, keys)
    for (_, index, item) in found {
      // One that was deleted meanwhile is left out, and one that the index alone has.
      guard let contact = try domains[index].readableContact(item, selections[index]),
        let contact = try unification.contact(contact, in: index)
      else { continue }
      if !body(finished(contact)) { return }
    }
  }

  /// Visits the contacts that the predicate finds, with some properties.
  private func visit(
    _ domain: ContactDomain, _ keys: Set<String>, _ body: (FoundContact) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let selection = domain.selection(keys)
    return switch criterion {
    case .contacts(let identifiers): try visit(identifiers, in: domain, selection, body)
    case .contactsInGroup(let group):
      try domain.forEachContact(inGroup: group, domain.selection(keys, hasUID: true), body)
    case .contactsInContainer(let container): try domain.forEachContact(in: container, selection, body)
    case nil: try domain.forEachContact(selection, body)
    case .some(let criterion): try visit(criterion, in: domain, keys, body)
    }
  }

  /// Visits the contacts whose own properties decide.
  private func visit(
    _ criterion: RecordCriterion, in domain: ContactDomain, _ keys: Set<String>,
    _ body: (FoundContact) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let matches = criterion.matcher
    let deciding = Set(criterion.keys ?? [])
    let wanted = domain.selection(keys)
    // What the index does not have is read of those contacts alone that match.
    let readsTwice = domain.index != nil && wanted.indexed == nil
    var selection = readsTwice ? domain.selection(deciding) : domain.selection(keys.union(deciding))
    selection.found = readsTwice ? domain.selection([]).indexed : wanted.indexed
    return try domain.forEachContact(matching: criterion.indexQuery, selection) { (found) throws(StoreError) in
      guard found.isExact || matches(found.contact.values) else { return true }
      if readsTwice { return try domain.readableContact(found.item, wanted).map(body) ?? true }
      var found = found
      if !found.isExact, !deciding.isSubset(of: keys) { found.isLimited = false }
      return try body(found)
    }
  }

  private func visit(
    _ identifiers: [String], in domain: ContactDomain, _ selection: ContactSelection,
    _ body: (FoundContact) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    for identifier in identifiers.unique {
      guard let item = domain.item(identifier), let contact = try domain.contact(item, selection) else { continue }
      if try !body(contact) { return false }
    }
    return true
  }

  /// The contact in the form that was asked for.
  private func finished(_ contact: CNContact) -> CNContact {
    request.mutableObjects ? contact.mutableCopy() as? CNContact ?? contact : contact
  }
}
