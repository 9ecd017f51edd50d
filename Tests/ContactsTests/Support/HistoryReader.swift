import Contacts
import Foundation

/// A client that keeps the contacts of a store, by the history alone.
final class HistoryReader: NSObject, CNChangeHistoryEventVisitor {
  private let store: CNContactStore
  let request = CNChangeHistoryFetchRequest()
  /// What the client knows: names by identifier.
  private(set) var book: [String: String] = [:]
  /// The identifiers of the contacts in groups that are there, by the identifiers of these.
  private(set) var members: [String: Set<String>] = [:]
  /// The events of the last run, in words.
  private(set) var events: [String] = []

  /// Called between the request and its events.
  var beforeEvents: (() throws -> Void)?

  init(_ store: CNContactStore) {
    self.store = store
    request.additionalContactKeyDescriptors = [CNContactGivenNameKey]
  }

  /// Reads what is new.
  ///
  /// - Parameter keepsToken: Whether the next run begins after this one.
  @discardableResult
  func run(keepsToken: Bool = true) throws -> [String] {
    events = []
    let result = try store.enumerator(for: request)
    try beforeEvents?()
    for case let event as CNChangeHistoryEvent in result.value { event.accept(self) }
    if keepsToken { request.startingToken = result.currentHistoryToken }
    return events
  }

  func visit(_ event: CNChangeHistoryDropEverythingEvent) {
    (book, members) = ([:], [:])
    events.append("drop")
  }

  func visit(_ event: CNChangeHistoryAddContactEvent) { note("add", event.contact) }

  func visit(_ event: CNChangeHistoryUpdateContactEvent) { note("update", event.contact) }

  func visit(_ event: CNChangeHistoryDeleteContactEvent) {
    let name = book.removeValue(forKey: event.contactIdentifier)
    for group in members.keys { members[group]?.remove(event.contactIdentifier) }
    // Of a file that was no contact nothing is known.
    if let name { events.append("delete \(name)") }
  }

  func visit(_ event: CNChangeHistoryAddGroupEvent) { events.append("add group \(event.group.name)") }

  func visit(_ event: CNChangeHistoryUpdateGroupEvent) { events.append("update group \(event.group.name)") }

  func visit(_ event: CNChangeHistoryDeleteGroupEvent) {
    members[event.groupIdentifier] = nil
    events.append("delete group")
  }

  func visitAddMember(_ event: CNChangeHistoryAddMemberToGroupEvent) {
    members[event.group.identifier, default: []].insert(event.member.identifier)
    events.append("\(event.group.name) has \(name(of: event.member))")
  }

  func visitRemoveMember(_ event: CNChangeHistoryRemoveMemberFromGroupEvent) {
    members[event.group.identifier]?.remove(event.member.identifier)
    events.append("\(event.group.name) has no \(name(of: event.member))")
  }

  func visitAddSubgroup(_ event: CNChangeHistoryAddSubgroupToGroupEvent) {
    events.append("\(event.group.name) has group \(event.subgroup.name)")
  }

  func visitRemoveSubgroup(_ event: CNChangeHistoryRemoveSubgroupFromGroupEvent) {
    events.append("\(event.group.name) has no group \(event.subgroup.name)")
  }

  private func note(_ word: String, _ contact: CNContact) {
    let name = name(of: contact)
    book[contact.identifier] = name
    events.append("\(word) \(name)")
  }

  private func name(of contact: CNContact) -> String {
    contact.isKeyAvailable(CNContactGivenNameKey) ? contact.givenName : "?"
  }
}
