import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// Groups, which are cards of their own.
@Suite struct GroupSaveTests {
  private func execute(_ store: BookStore, _ fill: (CNSaveRequest) -> Void) throws {
    let request = CNSaveRequest()
    fill(request)
    try store.contacts.execute(request)
  }

  private func group(_ name: String) -> CNMutableGroup {
    let group = CNMutableGroup()
    group.name = name
    return group
  }

  private func members(_ group: CNGroup, _ store: BookStore) throws -> [String] {
    let predicate = CNContact.predicateForContactsInGroup(withIdentifier: group.identifier)
    return try store.contacts.unifiedContacts(matching: predicate, keysToFetch: [CNContactGivenNameKey])
      .map(\.givenName)
  }

  @Test func `groups are saved with their members`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    // Without a UID: it gets one.
    try store.person("Anna", "Baker", in: home)
    let anna = try #require(try store.all().first)
    let bert = CNMutableContact()
    bert.givenName = "Bert"
    let friends = group("Friends")
    try execute(store) {
      $0.add(bert, toContainerWithIdentifier: nil)
      $0.add(friends, toContainerWithIdentifier: nil)
      $0.addMember(anna, to: friends)
      $0.addMember(bert, to: friends)
      $0.addMember(bert, to: friends)
    }
    #expect(try store.contacts.groups(matching: nil) == [friends])
    #expect(try members(friends, store) == ["Anna", "Bert"])
    #expect(try store.all().count == 2, "a group is no contact")
    let text = try store.text("Friends.vcf", in: home)
    #expect(text.components(separatedBy: "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:").count == 3, "\(text)")
    friends.name = "Pals"
    try execute(store) {
      $0.update(friends)
      $0.removeMember(anna, from: friends)
    }
    #expect(try store.contacts.groups(matching: nil).map(\.name) == ["Pals"])
    #expect(try members(friends, store) == ["Bert"])
    try execute(store) { $0.delete(friends) }
    #expect(try store.contacts.groups(matching: nil) == [])
    #expect(try store.all().count == 2)
  }

  /// Other programs write them in version 4.0, and know their own properties.
  @Test func `groups of other programs are read`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home, "UID:urn:uuid:8e83620f-cb24-4fd1-b6a0-0084409e308d")
    try store.person("Bert", "Baker", in: home, "UID:odd")
    let lines = [
      "KIND:group", "FN:Friends", "UID:g", "MEMBER:urn:uuid:8E83620F-CB24-4FD1-B6A0-0084409E308D", "MEMBER:odd",
      "X-A:1",
    ]
    try store.file("g.vcf", in: home, CardTexts.card(lines: lines, version: "4.0").written)
    let group = try #require(try store.contacts.groups(matching: nil).first)
    #expect(try members(group, store) == ["Anna", "Bert"])
    let bert = try #require(try store.all().last)
    try execute(store) { $0.removeMember(bert, from: group) }
    #expect(try CardTexts.card(store.text("g.vcf", in: home)).texts == lines.filter { $0 != "MEMBER:odd" })
  }

  @Test func `groups are found by each predicate`() throws {
    let store = try BookStore()
    try store.book("Home")
    try store.book("Work")
    let containers = try store.contacts.containers(matching: nil).map(\.identifier)
    let (outer, inner, other) = (group("Outer"), group("Inner"), group("Other"))
    try execute(store) {
      $0.add(outer, toContainerWithIdentifier: containers[0])
      $0.add(inner, toContainerWithIdentifier: containers[0])
      $0.add(other, toContainerWithIdentifier: containers[1])
      $0.addSubgroup(inner, to: outer)
    }
    let found: [(NSPredicate, [CNGroup])] = [
      (CNGroup.predicateForGroups(withIdentifiers: [inner.identifier, "none", inner.identifier]), [inner]),
      (CNGroup.predicateForGroupsInContainer(withIdentifier: containers[0]), [outer, inner]),
      (CNGroup.predicateForSubgroupsInGroup(withIdentifier: outer.identifier), [inner]),
      (CNGroup.predicateForSubgroupsInGroup(withIdentifier: inner.identifier), []),
    ]
    for (predicate, groups) in found { #expect(try store.contacts.groups(matching: predicate) == groups) }
    let container = CNContainer.predicateForContainerOfGroup(withIdentifier: other.identifier)
    #expect(try store.contacts.containers(matching: container).map(\.identifier) == [containers[1]])
    try execute(store) { $0.removeSubgroup(inner, from: outer) }
    #expect(try store.contacts.groups(matching: found[2].0) == [])
  }

  @Test func `errors of groups have codes`() throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: store.book("Home"))
    try store.person("Bert", "Baker", in: store.book("Work"))
    let all = try store.all()
    let (outer, inner) = (group("Outer"), group("Inner"))
    try execute(store) {
      $0.add(outer, toContainerWithIdentifier: nil)
      $0.add(inner, toContainerWithIdentifier: nil)
      $0.addSubgroup(inner, to: outer)
    }
    let before = try store.domain.generation()
    let failing: [(CNError.Code, (CNSaveRequest) -> Void)] = [
      (.recordDoesNotExist, { $0.update(group("x")) }), (.recordDoesNotExist, { $0.delete(group("x")) }),
      (.recordDoesNotExist, { $0.addMember(CNContact(), to: outer) }),
      (.recordDoesNotExist, { $0.addMember(all[0], to: group("x")) }),
      (.insertedRecordAlreadyExists, { $0.add(outer, toContainerWithIdentifier: nil) }),
      (.containmentScope, { $0.addMember(all[1], to: outer) }),
      (.containmentCycle, { $0.addSubgroup(outer, to: inner) }),
      (.containmentCycle, { $0.addSubgroup(inner, to: inner) }),
    ]
    for (code, fail) in failing {
      let error = #expect(throws: CNError.self) { try execute(store, fail) }
      #expect(error?.code == code)
    }
    #expect(try store.domain.generation() == before)
    let wrong = #expect(throws: CNError.self) {
      try store.contacts.groups(matching: CNContact.predicateForContacts(matchingName: "x"))
    }
    #expect(wrong?.code == .predicateInvalid)
  }

  /// A damaged file beside a group is no reason to change no group.
  @Test func `groups are saved beside a file that cannot be read`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let (outer, inner) = (group("Outer"), group("Inner"))
    try execute(store) {
      $0.add(outer, toContainerWithIdentifier: nil)
      $0.add(inner, toContainerWithIdentifier: nil)
    }
    try store.person("Anna", "Baker", in: home)
    try store.loseContents(of: "Anna Baker.vcf", in: home)
    try execute(store) { $0.addSubgroup(inner, to: outer) }
    let predicate = CNGroup.predicateForSubgroupsInGroup(withIdentifier: outer.identifier)
    #expect(try store.contacts.groups(matching: predicate) == [inner])
  }

  /// Only where they are asked for, and so have their members.
  @Test func `groups have events`() throws {
    let store = try BookStore()
    try store.person("Anna", "Baker", in: store.book("Home"))
    let friends = group("Friends")
    try execute(store) { $0.add(friends, toContainerWithIdentifier: nil) }
    let (plain, all) = (HistoryReader(store.contacts), HistoryReader(store.contacts))
    all.request.includeGroupChanges = true
    #expect(try plain.run() == ["drop", "add Anna"])
    #expect(try all.run() == ["drop", "add Anna", "add group Friends"])
    let anna = try #require(try store.all().first)
    try execute(store) { $0.addMember(anna, to: friends) }
    #expect(try plain.run() == ["update Anna"], "it gets a UID")
    #expect(try all.run() == ["update Anna", "update group Friends", "Friends has Anna"])
    try execute(store) { $0.delete(friends) }
    #expect(try plain.run() == [])
    #expect(try all.run() == ["delete group"])
  }
}
