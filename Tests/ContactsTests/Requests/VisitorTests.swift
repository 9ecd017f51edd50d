import Contacts
import Foundation
import Testing

/// Each event calls one method of a visitor, and none that the visitor does not have.
@Suite struct VisitorTests {
  private let contact = CNContact()
  private let group = CNGroup(name: "Friends")

  private var events: [CNChangeHistoryEvent] {
    [
      CNChangeHistoryDropEverythingEvent(),
      CNChangeHistoryAddContactEvent(contact: contact, containerIdentifier: "a"),
      CNChangeHistoryUpdateContactEvent(contact: contact),
      CNChangeHistoryDeleteContactEvent(contactIdentifier: "b"),
      CNChangeHistoryAddGroupEvent(group: group, containerIdentifier: "a"),
      CNChangeHistoryUpdateGroupEvent(group: group),
      CNChangeHistoryDeleteGroupEvent(groupIdentifier: "b"),
      CNChangeHistoryAddMemberToGroupEvent(member: contact, group: group),
      CNChangeHistoryRemoveMemberFromGroupEvent(member: contact, group: group),
      CNChangeHistoryAddSubgroupToGroupEvent(subgroup: group, group: group),
      CNChangeHistoryRemoveSubgroupFromGroupEvent(subgroup: group, group: group),
    ]
  }

  /// With the methods that a visitor must have.
  private class ContactVisitor: NSObject, CNChangeHistoryEventVisitor {
    var calls: [String] = []

    func visit(_ event: CNChangeHistoryDropEverythingEvent) { calls.append("drop") }
    func visit(_ event: CNChangeHistoryAddContactEvent) { calls.append("add \(event.containerIdentifier ?? "")") }
    func visit(_ event: CNChangeHistoryUpdateContactEvent) { calls.append("update") }
    func visit(_ event: CNChangeHistoryDeleteContactEvent) { calls.append("delete \(event.contactIdentifier)") }
  }

  private final class Visitor: NSObject, CNChangeHistoryEventVisitor {
    var calls: [String] = []

    func visit(_ event: CNChangeHistoryDropEverythingEvent) {}
    func visit(_ event: CNChangeHistoryAddContactEvent) {}
    func visit(_ event: CNChangeHistoryUpdateContactEvent) {}
    func visit(_ event: CNChangeHistoryDeleteContactEvent) {}
    func visit(_ event: CNChangeHistoryAddGroupEvent) { calls.append("add \(event.containerIdentifier)") }
    func visit(_ event: CNChangeHistoryUpdateGroupEvent) { calls.append("update \(event.group.name)") }
    func visit(_ event: CNChangeHistoryDeleteGroupEvent) { calls.append("delete \(event.groupIdentifier)") }
    func visitAddMember(_ event: CNChangeHistoryAddMemberToGroupEvent) { calls.append("add member") }
    func visitRemoveMember(_ event: CNChangeHistoryRemoveMemberFromGroupEvent) { calls.append("remove member") }
    func visitAddSubgroup(_ event: CNChangeHistoryAddSubgroupToGroupEvent) { calls.append("add subgroup") }
    func visitRemoveSubgroup(_ event: CNChangeHistoryRemoveSubgroupFromGroupEvent) { calls.append("remove subgroup") }
  }

  @Test func `a visitor is called for each event that it has a method for`() {
    let contacts = ContactVisitor()
    let groups = Visitor()
    for event in events {
      event.accept(contacts)
      event.accept(groups)
    }
    #expect(contacts.calls == ["drop", "add a", "update", "delete b"])
    #expect(
      groups.calls == [
        "add a", "update Friends", "delete b", "add member", "remove member", "add subgroup", "remove subgroup",
      ])
  }
}
