import Contacts
import Foundation
import Testing

/// Groups, containers and events as values.
@Suite struct GroupTests {
  private func archived<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
    let reader = try NSKeyedUnarchiver(forReadingFrom: data)
    reader.requiresSecureCoding = false
    return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Value)
  }

  @Test func `copies of groups are independent`() throws {
    let group = CNMutableGroup()
    group.name = "Friends"
    let copy = try #require(group.copy() as? CNGroup)
    group.name = "Family"
    #expect(copy.name == "Friends")
    #expect(copy.identifier == group.identifier)
    #expect(copy != group)
    #expect((copy.mutableCopy() as? CNMutableGroup)?.name == "Friends")
    #expect(try archived(group) == group)
  }

  @Test func `containers are archived`() throws {
    let container = CNContainer(identifier: "a", name: "Home", type: .cardDAV)
    #expect(try archived(container) == container)
    #expect(container.copy() as? CNContainer === container)
    #expect(CNContainer(identifier: "a", name: "Home", type: .local) != container)
  }

  @Test func `requests for changes are archived`() throws {
    let request = CNChangeHistoryFetchRequest()
    request.startingToken = Data([1])
    request.additionalContactKeyDescriptors = [CNContactGivenNameKey as CNKeyDescriptor]
    request.excludedTransactionAuthors = ["com.example"]
    request.shouldUnifyResults = false
    let read = try archived(request)
    #expect(read.startingToken == Data([1]))
    #expect(read.additionalContactKeyDescriptors as? [String] == [CNContactGivenNameKey])
    #expect(read.excludedTransactionAuthors == ["com.example"])
    #expect(!read.shouldUnifyResults && !read.mutableObjects && !read.includeGroupChanges)
    #expect(try archived(CNChangeHistoryFetchRequest()).startingToken == nil)
  }

  @Test func `events are archived`() throws {
    let (contact, group) = (CNContact(), CNGroup(name: "Friends"))
    let added = try archived(CNChangeHistoryAddContactEvent(contact: contact, containerIdentifier: nil))
    #expect(added.contact == contact && added.containerIdentifier == nil)
    #expect(
      try archived(CNChangeHistoryAddContactEvent(contact: contact, containerIdentifier: "a")).containerIdentifier
        == "a")
    #expect(try archived(CNChangeHistoryDeleteContactEvent(contactIdentifier: "a")).contactIdentifier == "a")
    let member = try archived(CNChangeHistoryAddMemberToGroupEvent(member: contact, group: group))
    #expect(member.member == contact && member.group == group)
  }
}
