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
  func run(in domains: [ContactDomain], _ body: (CNContact) -> Bool) throws(StoreError) {
    if request.sortOrder == .none {
      _ = try visit(domains, keys) { body(finished($0)) }
      return
    }
    try runSorted(in: domains, body)
  }

  /// Reads the contacts twice, so that no more than the names of all of them are in memory.
  private func runSorted(in domains: [ContactDomain], _ body: (CNContact) -> Bool) throws(StoreError) {
    var found: [(name: String, domain: ContactDomain, identifier: String)] = []
    for domain in domains {
      _ = try visit([domain], Set(CNContact.sortKeys)) {
        found.append(($0.sortName(request.sortOrder), domain, $0.identifier))
        return true
      }
    }
    found.sort { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    for (_, domain, identifier) in found {
      // One that was deleted meanwhile is left out.
      guard let contact = try domain.contact(identifier, keys: keys) else { continue }
      if !body(finished(contact)) { return }
    }
  }

  /// Visits the contacts that the predicate finds, with some properties.
  private func visit(_ domains: [ContactDomain], _ keys: Set<String>, _ body: (CNContact) -> Bool) throws(StoreError)
    -> Bool
  {
    let matches = criterion?.matcher
    let needed = keys.union(criterion?.keys ?? [])
    for domain in domains {
      let isComplete =
        switch criterion {
        case .contacts(let identifiers): try visit(identifiers, in: domain, keys, body)
        case .contactsInGroup(let group): try domain.forEachContact(inGroup: group, keys: keys, body)
        case .contactsInContainer(let container): try domain.forEachContact(in: container, keys: keys, body)
        default:
          try domain.forEachContact(in: nil, keys: needed) { matches?($0.values) ?? true ? body($0) : true }
        }
      if !isComplete { return false }
    }
    return true
  }

  private func visit(
    _ identifiers: [String], in domain: ContactDomain, _ keys: Set<String>, _ body: (CNContact) -> Bool
  ) throws(StoreError) -> Bool {
    for identifier in identifiers.unique {
      if let contact = try domain.contact(identifier, keys: keys), !body(contact) { return false }
    }
    return true
  }

  /// The contact with what was asked for.
  private func finished(_ contact: CNContact) -> CNContact {
    let contact = contact.limited(to: keys)
    return request.mutableObjects ? contact.mutableCopy() as? CNContact ?? contact : contact
  }
}
