import FileProviderStore
import Foundation

/// Makes the events of a history one after the other, so that only those that a client keeps are in memory.
final class ChangeEventEnumerator: NSEnumerator {
  private var changes: [(domain: ContactDomain, changes: ArraySlice<ContactChange>)]
  private var dropsEverything: Bool
  private let keys: [any CNKeyDescriptor]
  private let isMutable: Bool

  /// - Parameter history: The changes, by domain.
  init(
    _ history: [(domain: ContactDomain, changes: [ContactChange])], dropsEverything: Bool,
    for request: CNChangeHistoryFetchRequest
  ) {
    changes = history.map { ($0.domain, $0.changes[...]) }
    self.dropsEverything = dropsEverything
    keys = request.additionalContactKeyDescriptors ?? []
    isMutable = request.mutableObjects
  }

  override func nextObject() -> Any? {
    if dropsEverything {
      dropsEverything = false
      return CNChangeHistoryDropEverythingEvent()
    }
    while !changes.isEmpty {
      guard let change = changes[0].changes.popFirst() else {
        changes.removeFirst()
        continue
      }
      if let event = event(change, in: changes[0].domain) { return event }
    }
    return nil
  }

  /// The event of a change; nil if the contact is gone by now. A later request has its deletion.
  private func event(_ change: ContactChange, in domain: ContactDomain) -> CNChangeHistoryEvent? {
    switch change {
    case .add(let item, let container):
      contact(item, domain).map {
        CNChangeHistoryAddContactEvent(contact: $0, containerIdentifier: domain.identifier(of: container))
      }
    case .update(let item): contact(item, domain).map(CNChangeHistoryUpdateContactEvent.init)
    case .addGroup(let item, let container):
      group(item, domain).map {
        CNChangeHistoryAddGroupEvent(group: $0, containerIdentifier: domain.identifier(of: container))
      }
    case .updateGroup(let item): group(item, domain).map(CNChangeHistoryUpdateGroupEvent.init)
    case .deleteGroup(let item): CNChangeHistoryDeleteGroupEvent(groupIdentifier: domain.identifier(of: item))
    case .delete(let item): CNChangeHistoryDeleteContactEvent(contactIdentifier: domain.identifier(of: item))
    }
  }

  private func group(_ item: ItemID, _ domain: ContactDomain) -> CNGroup? {
    let identifier = domain.identifier(of: item)
    let group: CNGroup?
    do throws(StoreError) { group = try domain.group(identifier)?.group } catch {
      group = CNGroup(identifier: identifier, name: "")
    }
    return isMutable ? group?.mutableCopy() as? CNGroup : group
  }

  private func contact(_ item: ItemID, _ domain: ContactDomain) -> CNContact? {
    let identifier = domain.identifier(of: item)
    var values = ContactValues()
    values.identifier = identifier
    let bare = CNContact(values: values).limited(to: Set())
    let contact: CNContact?
    do throws(StoreError) {
      contact = keys.isEmpty ? bare : try domain.contact(identifier)?.limited(to: keys)
    } catch {
      // The client reads it later, or never: without the event it would not know that it has to.
      contact = bare
    }
    return isMutable ? contact?.mutableCopy() as? CNContact : contact
  }
}
