public import Foundation
package import VCard

/// Changes to contacts and groups that are saved together or not at all.
///
/// The objects must not be changed while the request is executed.
open class CNSaveRequest: NSObject {
  /// A change, in the order of the request.
  package enum Change {
    case addContact(CNMutableContact, container: String?)
    case updateContact(CNMutableContact)
    case deleteContact(CNMutableContact)
    case addGroup(CNMutableGroup, container: String?)
    case updateGroup(CNMutableGroup)
    case deleteGroup(CNMutableGroup)
    case addMember(CNContact, CNGroup)
    case removeMember(CNContact, CNGroup)
    case addSubgroup(CNGroup, CNGroup)
    case removeSubgroup(CNGroup, CNGroup)
    case addCard(Card, container: String?)
    case replaceCard(Card, contact: String)
  }

  package private(set) var changes: [Change] = []
  /// Who makes the changes, as a bundle identifier: requests for changes may leave an author's out.
  open var transactionAuthor: String?
  /// Whether the contacts that were added and updated have the saved properties afterwards.
  open var shouldRefetchContacts = true

  /// Adds a contact to a container; to the default one if that is nil. Cancels an earlier deletion of the same object instead.
  open func add(_ contact: CNMutableContact, toContainerWithIdentifier identifier: String?) {
    let isCancelled = cancel {
      if case .deleteContact(let other) = $0 { other === contact } else { false }
    }
    if !isCancelled { changes.append(.addContact(contact, container: identifier)) }
  }

  /// Saves the changed properties of a contact.
  open func update(_ contact: CNMutableContact) { changes.append(.updateContact(contact)) }

  /// Deletes a contact. Cancels an earlier addition of the same object instead.
  open func delete(_ contact: CNMutableContact) {
    let isCancelled = cancel {
      if case .addContact(let other, _) = $0 { other === contact } else { false }
    }
    if !isCancelled { changes.append(.deleteContact(contact)) }
  }

  /// Adds a card as it is to a container; to the default one if that is nil.
  package func add(_ card: Card, toContainerWithIdentifier identifier: String?) {
    changes.append(.addCard(card, container: identifier))
  }

  /// Puts a card in the place of that of a contact.
  package func replaceCard(ofContactWithIdentifier identifier: String, with card: Card) {
    changes.append(.replaceCard(card, contact: identifier))
  }

  /// Adds a group to a container; to the default one if that is nil. Cancels an earlier deletion of the same object instead.
  open func add(_ group: CNMutableGroup, toContainerWithIdentifier identifier: String?) {
    let isCancelled = cancel {
      if case .deleteGroup(let other) = $0 { other === group } else { false }
    }
    if !isCancelled { changes.append(.addGroup(group, container: identifier)) }
  }

  /// Saves the name of a group.
  open func update(_ group: CNMutableGroup) { changes.append(.updateGroup(group)) }

  /// Deletes a group, and not its contacts. Cancels an earlier addition of the same object instead.
  open func delete(_ group: CNMutableGroup) {
    let isCancelled = cancel {
      if case .addGroup(let other, _) = $0 { other === group } else { false }
    }
    if !isCancelled { changes.append(.deleteGroup(group)) }
  }

  /// Adds a contact to a group of the same container.
  open func addMember(_ contact: CNContact, to group: CNGroup) { changes.append(.addMember(contact, group)) }

  /// Removes a contact from a group, and does not delete it.
  open func removeMember(_ contact: CNContact, from group: CNGroup) { changes.append(.removeMember(contact, group)) }

  /// Adds a group to a group of the same container.
  open func addSubgroup(_ subgroup: CNGroup, to group: CNGroup) { changes.append(.addSubgroup(subgroup, group)) }

  /// Removes a group from a group, and does not delete it.
  open func removeSubgroup(_ subgroup: CNGroup, from group: CNGroup) {
    changes.append(.removeSubgroup(subgroup, group))
  }

  /// Takes back a change; false if there is none.
  private func cancel(_ isOpposite: (Change) -> Bool) -> Bool {
    guard let index = changes.lastIndex(where: isOpposite) else { return false }
    changes.remove(at: index)
    return true
  }
}
