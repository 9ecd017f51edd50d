import FileProviderStore
import Foundation

/// Makes the events of a history one after the other, so that only those that a client keeps are in memory.
final class ChangeEventEnumerator: NSEnumerator {
  private var parts: [Part]
  private var dropsEverything: Bool
  private let keys: Set<String>
  private let isMutable: Bool
  private let domains: OpenedDomains
  private let unification: ContactUnification

  /// The changes of a domain that are left.
  private struct Part {
    let domain: ContactDomain
    /// The position of the domain.
    let number: Int
    var changes: ArraySlice<ContactChange>
    let selection: ContactSelection
    /// What the contacts of the next changes are.
    var contacts: ArraySlice<ContactDomain.Lookup> = []
    /// The group of the last change of a member. The next one is of the same group nearly always.
    var group: (item: ItemID, group: CNGroup?)?
  }

  /// The contacts of so many changes are read at a time.
  private static let page = 64

  /// - Parameters:
  ///   - history: The changes, by domain.
  ///   - links: The contacts that are one.
  init(
    _ history: [[ContactChange]], in domains: OpenedDomains, links: ContactLinks, dropsEverything: Bool,
    for request: CNChangeHistoryFetchRequest
  ) {
    let keys = Set((request.additionalContactKeyDescriptors ?? []).flatMap(\.keys))
    parts = zip(domains, history).enumerated().map { number, part in
      Part(domain: part.0, number: number, changes: part.1[...], selection: part.0.selection(keys))
    }
    self.domains = domains
    unification = ContactUnification(domains, keys: keys, links: links)
    self.dropsEverything = dropsEverything
    self.keys = keys
    isMutable = request.mutableObjects
  }

  override func nextObject() -> Any? {
    if dropsEverything {
      dropsEverything = false
      return CNChangeHistoryDropEverythingEvent()
    }
    while !parts.isEmpty {
      guard let change = parts[0].changes.first else {
        parts.removeFirst()
        continue
      }
      let event = event(change)
      parts[0].changes.removeFirst()
      if let event { return event }
    }
    return nil
  }

  /// The event of the next change; nil if the contact is gone by now. A later request has its deletion.
  private func event(_ change: ContactChange) -> CNChangeHistoryEvent? {
    let domain = parts[0].domain
    return switch change {
    case .add(let item, let container):
      contact(item).map {
        CNChangeHistoryAddContactEvent(contact: $0, containerIdentifier: domain.identifier(of: container))
      }
    case .update(let item): contact(item).map(CNChangeHistoryUpdateContactEvent.init)
    case .addGroup(let item, let container):
      group(item, domain).map {
        CNChangeHistoryAddGroupEvent(group: $0, containerIdentifier: domain.identifier(of: container))
      }
    case .updateGroup(let item): group(item, domain).map(CNChangeHistoryUpdateGroupEvent.init)
    case .deleteGroup(let item): CNChangeHistoryDeleteGroupEvent(groupIdentifier: domain.identifier(of: item))
    case .delete(let item): CNChangeHistoryDeleteContactEvent(contactIdentifier: domain.identifier(of: item))
    case .member(let item, let change, let container):
      event(contact(item), groupOfMembers(container, domain)) {
        switch change {
        case .added: CNChangeHistoryAddMemberToGroupEvent(member: $0, group: $1)
        case .removed: CNChangeHistoryRemoveMemberFromGroupEvent(member: $0, group: $1)
        }
      }
    case .subgroup(let item, let change, let container):
      event(group(item, domain), groupOfMembers(container, domain)) {
        switch change {
        case .added: CNChangeHistoryAddSubgroupToGroupEvent(subgroup: $0, group: $1)
        case .removed: CNChangeHistoryRemoveSubgroupFromGroupEvent(subgroup: $0, group: $1)
        }
      }
    case .formerMember(let place, let container):
      event(contact(at: place), groupOfMembers(container, domain)) {
        CNChangeHistoryRemoveMemberFromGroupEvent(member: $0, group: $1)
      }
    }
  }

  /// Nil if the member or the group is gone by now.
  private func event<Member>(
    _ member: Member?, _ group: CNGroup?, _ make: (Member, CNGroup) -> CNChangeHistoryEvent
  ) -> CNChangeHistoryEvent? {
    guard let member, let group else { return nil }
    return make(member, group)
  }

  private func groupOfMembers(_ item: ItemID, _ domain: ContactDomain) -> CNGroup? {
    if let last = parts[0].group, last.item == item { return forClient(last.group) }
    let group = stored(item, domain)
    parts[0].group = (item, group)
    return forClient(group)
  }

  private func group(_ item: ItemID, _ domain: ContactDomain) -> CNGroup? { forClient(stored(item, domain)) }

  private func stored(_ item: ItemID, _ domain: ContactDomain) -> CNGroup? {
    let identifier = domain.identifier(of: item)
    do throws(StoreError) { return try domain.group(identifier)?.group } catch {
      return CNGroup(identifier: identifier, name: "")
    }
  }

  /// The group as the client wants it.
  private func forClient(_ group: CNGroup?) -> CNGroup? { isMutable ? group?.mutableCopy() as? CNGroup : group }

  private func contact(_ item: ItemID) -> CNContact? {
    contact(next(), at: ContactPlace(domain: parts[0].number, item: item))
  }

  private func contact(at place: ContactPlace) -> CNContact? {
    let domain = domains[place.domain]
    let found = keys.isEmpty ? nil : try? domain.contacts([place.item], domain.selection(keys)).first
    return contact(found ?? .unreadable, at: place)
  }

  /// The contact that is at a place, or the unified one that this is a part of.
  private func contact(_ found: ContactDomain.Lookup, at place: ContactPlace) -> CNContact? {
    let contact: CNContact? =
      switch found {
      case .found(let found): unification.whole(found, at: place)
      case .gone: nil
      // The client reads it later, or never: without the event it would not know that it has to.
      case .unreadable: unification.bare(place)
      }
    return isMutable ? contact?.mutableCopy() as? CNContact : contact
  }

  /// What the contact of the next change is.
  private func next() -> ContactDomain.Lookup {
    if keys.isEmpty { return .unreadable }
    if parts[0].contacts.isEmpty {
      let items = parts[0].changes.prefix(Self.page).compactMap(\.contact)
      let found = try? parts[0].domain.contacts(items, parts[0].selection)
      parts[0].contacts = (found ?? Array(repeating: .unreadable, count: items.count))[...]
    }
    return parts[0].contacts.popFirst() ?? .unreadable
  }
}
