import FileProviderStore
import Foundation

/// A request for contacts, as it is carried out.
struct ContactFetch {
  private let request: CNContactFetchRequest
  private let criterion: RecordCriterion?

  /// - Throws: `predicateInvalid`.
  init(_ request: CNContactFetchRequest) throws(CNError) {
    self.request = request
    criterion = request.predicate?.recordCriterion
    switch criterion {
    case nil where request.predicate == nil: break
    case .contactsNamed, .contactsWithEmailAddress, .contactsWithPhoneNumber, .contacts, .contactsInContainer: break
    default: throw CNError(.predicateInvalid)
    }
  }

  /// - Parameter body: Returns whether to go on.
  func run(in domains: [ContactDomain], _ body: (CNContact) -> Bool) throws(StoreError) {
    if request.sortOrder == .none {
      _ = try visit(domains) { body(finished($0)) }
      return
    }
    try runSorted(in: domains, body)
  }

  /// Reads the contacts twice, so that no more than the names of all of them are in memory.
  private func runSorted(in domains: [ContactDomain], _ body: (CNContact) -> Bool) throws(StoreError) {
    var found: [(name: String, domain: ContactDomain, identifier: String)] = []
    for domain in domains {
      _ = try visit([domain]) {
        found.append(($0.sortName(request.sortOrder), domain, $0.identifier))
        return true
      }
    }
    found.sort { $0.name.localizedStandardCompare($1.name) == .orderedAscending }
    for (_, domain, identifier) in found {
      // One that was deleted meanwhile is left out.
      guard let contact = try domain.contact(identifier) else { continue }
      if !body(finished(contact)) { return }
    }
  }

  private func visit(_ domains: [ContactDomain], _ body: (CNContact) -> Bool) throws(StoreError) -> Bool {
    for domain in domains {
      let isComplete =
        switch criterion {
        case .contacts(let identifiers): try visit(identifiers, in: domain, body)
        case .contactsInContainer(let container): try domain.forEachContact(in: container, body)
        case let criterion?: try domain.forEachContact(in: nil) { criterion.matches($0.values) ? body($0) : true }
        case nil: try domain.forEachContact(in: nil, body)
        }
      if !isComplete { return false }
    }
    return true
  }

  private func visit(_ identifiers: [String], in domain: ContactDomain, _ body: (CNContact) -> Bool) throws(StoreError)
    -> Bool
  {
    for identifier in identifiers.unique {
      if let contact = try domain.contact(identifier), !body(contact) { return false }
    }
    return true
  }

  /// The contact with what was asked for.
  private func finished(_ contact: CNContact) -> CNContact {
    let contact = contact.limited(to: request.keysToFetch)
    return request.mutableObjects ? contact.mutableCopy() as? CNContact ?? contact : contact
  }
}
