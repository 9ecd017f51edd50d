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
    case replaceCard(Card, contact: String, expecting: Card?)
  }

  package var changes: [Change] { slots.compactMap(\.self) }
  /// The changes; nil where one was cancelled.
  private var slots: [Change?] = []
  /// Where the additions, updates and deletions of an object are that have not been cancelled.
  private var places: [ObjectIdentifier: [Int]] = [:]
  /// Who makes the changes, as a bundle identifier: requests for changes may leave an author's out.
  open var transactionAuthor: String?
  /// Whether the contacts that were added and updated have the saved properties afterwards.
  open var shouldRefetchContacts = true

  /// Adds a contact to a container; to the default one if that is nil. Cancels an earlier deletion of the same object instead.
  open func add(_ contact: CNMutableContact, toContainerWithIdentifier identifier: String?) {
    if !cancel(of: contact, isOpposite: \.isDeletion) {
      append(.addContact(contact, container: identifier), of: contact)
    }
  }

  /// Saves the changed properties of a contact.
  open func update(_ contact: CNMutableContact) { append(.updateContact(contact), of: contact) }

  /// Deletes a contact. Cancels an earlier addition of the same object instead, and its updates since.
  open func delete(_ contact: CNMutableContact) {
    if !cancel(of: contact, isOpposite: \.isAddition) { append(.deleteContact(contact), of: contact) }
  }

  /// Adds a card as it is to a container; to the default one if that is nil.
  package func add(_ card: Card, toContainerWithIdentifier identifier: String?) {
    slots.append(.addCard(card, container: identifier))
  }

  /// Puts a card in the place of that of a contact.
  ///
  /// - Parameter expected: The card to replace; the request fails if there is another one by then. Nil for any.
  package func replaceCard(
    ofContactWithIdentifier identifier: String, with card: Card, expecting expected: Card? = nil
  ) {
    slots.append(.replaceCard(card, contact: identifier, expecting: expected))
  }

  /// Adds a group to a container; to the default one if that is nil. Cancels an earlier deletion of the same object instead.
  open func add(_ group: CNMutableGroup, toContainerWithIdentifier identifier: String?) {
    if !cancel(of: group, isOpposite: \.isDeletion) { append(.addGroup(group, container: identifier), of: group) }
  }

  /// Saves the name of a group.
  open func update(_ group: CNMutableGroup) { append(.updateGroup(group), of: group) }

  /// Deletes a group, and not its contacts. Cancels an earlier addition of the same object instead, and its updates since.
  open func delete(_ group: CNMutableGroup) {
    if !cancel(of: group, isOpposite: \.isAddition) { append(.deleteGroup(group), of: group) }
  }

  /// Adds a contact to a group of the same container.
  open func addMember(_ contact: CNContact, to group: CNGroup) { slots.append(.addMember(contact, group)) }

  /// Removes a contact from a group, and does not delete it.
  open func removeMember(_ contact: CNContact, from group: CNGroup) { slots.append(.removeMember(contact, group)) }

  /// Adds a group to a group of the same container.
  open func addSubgroup(_ subgroup: CNGroup, to group: CNGroup) { slots.append(.addSubgroup(subgroup, group)) }

  /// Removes a group from a group, and does not delete it.
  open func removeSubgroup(_ subgroup: CNGroup, from group: CNGroup) {
    slots.append(.removeSubgroup(subgroup, group))
  }

  /// Adds a change as it is.
  func append(_ change: Change) { slots.append(change) }

  private func append(_ change: Change, of object: NSObject) {
    places[ObjectIdentifier(object), default: []].append(slots.count)
    slots.append(change)
  }

  /// Takes back the last opposite change of an object; false if there is none. What was changed since in an object that is not added then is taken back, too.
  private func cancel(of object: NSObject, isOpposite: (Change) -> Bool) -> Bool {
    guard let places = places[ObjectIdentifier(object)],
      let index = places.lastIndex(where: { slots[$0].map(isOpposite) ?? false })
    else { return false }
    let cancelled = slots[places[index]]?.isAddition == true ? places[index...] : places[index...index]
    for place in cancelled { slots[place] = nil }
    // Without a change it may be released, and another object may get its identifier.
    let left = places.filter { !cancelled.contains($0) }
    self.places[ObjectIdentifier(object)] = left.isEmpty ? nil : left
    return true
  }
}

extension CNSaveRequest.Change {
  fileprivate var isAddition: Bool {
    switch self {
    case .addContact, .addGroup: true
    default: false
    }
  }

  fileprivate var isDeletion: Bool {
    switch self {
    case .deleteContact, .deleteGroup: true
    default: false
    }
  }
}
