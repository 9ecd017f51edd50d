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
    var found: [CNContact] = []
    _ = try visit(domains) {
      found.append($0)
      return true
    }
    let compare = CNContact.comparator(forNameSortOrder: request.sortOrder)
    for contact in found.sorted(by: { compare($0, $1) == .orderedAscending }) where !body(finished(contact)) { return }
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
    for identifier in identifiers {
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
