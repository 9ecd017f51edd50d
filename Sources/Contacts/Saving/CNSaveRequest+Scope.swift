import FileProviderStore
import Foundation

extension CNSaveRequest {
  /// The folder of the only store that the request changes.
  ///
  /// - Parameter standard: That of the default container.
  /// - Throws: A `containmentScope` error if there are several.
  func scope(in domains: OpenedDomains, standard: URL) throws(StoreError) -> URL {
    var places: Set<URL> = []
    for change in changes {
      switch change {
      case .addContact(_, nil), .addGroup(_, nil), .addCard(_, nil): places.insert(standard)
      default:
        // Of an object that is new in the request its own addition decides.
        for identifier in change.identifiers {
          let store = RecordIdentifier(identifier)?.store
          if let domain = domains.first(where: { $0.store.uuid == store }) { places.insert(domain.store.directory) }
        }
      }
    }
    if places.count > 1 {
      let reason = "the records of a request belong to one domain"
      throw StoreError(CNError(.containmentScope, userInfo: [NSLocalizedDescriptionKey: reason]))
    }
    return places.first ?? standard
  }
}

extension CNSaveRequest.Change {
  /// The identifiers of what exists before the change.
  var identifiers: [String] {
    switch self {
    case .addContact(_, let container), .addGroup(_, let container), .addCard(_, let container):
      container.map { [$0] } ?? []
    case .replaceCard(_, let identifier, _): [identifier]
    case .updateContact(let contact): [contact.identifier]
    case .deleteContact(let contact): contact.parts.map(\.identifier)
    case .updateGroup(let group), .deleteGroup(let group): [group.identifier]
    // Of a unified contact those parts that are in the group's container.
    case .addMember(let contact, let group), .removeMember(let contact, let group):
      contact.unifiedParts.isEmpty ? [contact.identifier, group.identifier] : [group.identifier]
    case .addSubgroup(let subgroup, let group), .removeSubgroup(let subgroup, let group):
      [subgroup.identifier, group.identifier]
    }
  }
}
