import Contacts
import Foundation
import Testing

/// What a request to save contains.
@Suite struct SaveRequestTests {
  private func words(_ request: CNSaveRequest) -> [String] {
    request.changes.map { String(describing: $0).prefix { $0 != "(" }.description }
  }

  @Test func `changes are kept in order`() {
    let request = CNSaveRequest()
    let (contact, group) = (CNMutableContact(), CNMutableGroup())
    request.add(contact, toContainerWithIdentifier: nil)
    request.update(contact)
    request.add(group, toContainerWithIdentifier: "a")
    request.update(group)
    request.addMember(contact, to: group)
    request.removeMember(contact, from: group)
    request.addSubgroup(CNGroup(), to: group)
    request.removeSubgroup(CNGroup(), from: group)
    #expect(
      words(request) == [
        "addContact", "updateContact", "addGroup", "updateGroup", "addMember", "removeMember", "addSubgroup",
        "removeSubgroup",
      ])
    #expect(request.transactionAuthor == nil)
    #expect(request.shouldRefetchContacts)
  }

  /// Only of the same object.
  @Test func `adding and deleting cancel each other`() {
    let request = CNSaveRequest()
    let (contact, group) = (CNMutableContact(), CNMutableGroup())
    request.add(contact, toContainerWithIdentifier: nil)
    request.delete(CNMutableContact())
    request.delete(contact)
    #expect(words(request) == ["deleteContact"])
    request.delete(group)
    request.delete(contact)
    request.add(contact, toContainerWithIdentifier: nil)
    #expect(words(request) == ["deleteContact", "deleteGroup"])
    request.add(group, toContainerWithIdentifier: nil)
    request.add(group, toContainerWithIdentifier: nil)
    request.delete(group)
    #expect(words(request) == ["deleteContact"])
  }

  /// An update of what was never added would fail.
  @Test func `updates of an object go with its addition`() {
    let request = CNSaveRequest()
    let (contact, group) = (CNMutableContact(), CNMutableGroup())
    request.update(contact)
    request.add(contact, toContainerWithIdentifier: nil)
    request.update(contact)
    request.add(group, toContainerWithIdentifier: nil)
    request.update(group)
    request.update(group)
    request.delete(group)
    request.delete(contact)
    #expect(words(request) == ["updateContact"])
    request.delete(contact)
    request.update(contact)
    request.add(contact, toContainerWithIdentifier: nil)
    #expect(words(request) == ["updateContact", "updateContact"])
  }

  /// Which may have changed in between.
  @Test func `copies of an object do not cancel it`() throws {
    let request = CNSaveRequest()
    let contact = CNMutableContact()
    let copy = try #require(contact.mutableCopy() as? CNMutableContact)
    request.delete(contact)
    request.add(copy, toContainerWithIdentifier: nil)
    let group = CNMutableGroup()
    let other = try #require(group.mutableCopy() as? CNMutableGroup)
    request.add(group, toContainerWithIdentifier: nil)
    request.delete(other)
    #expect(words(request) == ["deleteContact", "addContact", "addGroup", "deleteGroup"])
  }
}
