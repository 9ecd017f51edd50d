import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// What a client is told of the members of groups.
@Suite struct GroupHistoryTests {
  private func group(_ name: String, of members: [String], _ lines: String...) throws -> String {
    let members = members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" }
    return try CardTexts.card(lines: ["N:\(name)", "FN:\(name)", "X-ADDRESSBOOKSERVER-KIND:group"] + lines + members)
      .written
  }

  private func reader(_ store: BookStore) -> HistoryReader {
    let reader = HistoryReader(store.contacts)
    reader.request.includeGroupChanges = true
    return reader
  }

  /// Whoever wrote the card of the group.
  @Test func `members come and go`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let anna = try store.person("Anna", "Baker", in: home, "UID:a")
    try store.person("Bert", "Baker", in: home, "UID:b")
    let club = try store.file("Club.vcf", in: home, group("Club", of: ["a", "x"], "UID:c"))
    let reader = reader(store)
    #expect(try reader.run() == ["drop", "add Anna", "add Bert", "add group Club", "Club has Anna"])
    #expect(try reader.run() == [])
    try store.save(group("Club", of: ["b", "x"], "UID:c"), to: club)
    #expect(try reader.run() == ["update group Club", "Club has no Anna", "Club has Bert"])
    // One that was named before it came.
    try store.person("Xaver", "Baker", in: home, "UID:x")
    #expect(try reader.run() == ["add Xaver", "Club has Xaver"])
    let all = try store.file("All.vcf", in: home, group("All", of: ["a", "c"]))
    #expect(try reader.run() == ["add group All", "All has Anna", "All has group Club"])
    try store.save(group("All", of: ["a"]), to: all)
    #expect(try reader.run() == ["update group All", "All has no group Club"])
    // Its deletion is all that is told of a contact.
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(anna) }
    #expect(try reader.run() == ["delete Anna", "delete group"])
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(all) }
    #expect(try reader.run() == ["delete group"])
  }

  /// Who was in a group is in the token; one of a request without groups has nothing of that.
  @Test func `tokens have the members`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home, "UID:a")
    let club = try store.file("Club.vcf", in: home, group("Club", of: ["a"]))
    let (first, plain) = (reader(store), HistoryReader(store.contacts))
    first.request.startingToken = store.contacts.currentHistoryToken
    try plain.run()
    try store.save(group("Club", of: []), to: club)
    #expect(try first.run() == ["update group Club", "Club has no Anna"])
    #expect(try plain.run() == [])
    plain.request.includeGroupChanges = true
    #expect(try plain.run() == ["drop", "add Anna", "add group Club"])
  }

  @Test func `authors are left out`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home, "UID:a")
    try store.file("Club.vcf", in: home, group("Club", of: []))
    let reader = reader(store)
    reader.request.excludedTransactionAuthors = ["com.example.own"]
    try reader.run()
    let club = try #require(try store.contacts.groups(matching: nil).first)
    let anna = try #require(try store.all().first)
    func save(_ author: String, _ change: (CNSaveRequest) -> Void) throws {
      let request = CNSaveRequest()
      request.transactionAuthor = author
      change(request)
      try store.contacts.execute(request)
    }
    try save("com.example.own") { $0.addMember(anna, to: club) }
    #expect(try reader.run() == [])
    try save("com.example.other") { $0.removeMember(anna, from: club) }
    #expect(try reader.run() == ["update group Club", "Club has no Anna"])
  }

  /// A change that others make in the middle of a request, once.
  private final class Interruption: @unchecked Sendable {
    // The request calls it on the thread of its test.
    private var change: (() throws -> Void)?

    init(_ change: @escaping () throws -> Void) { self.change = change }

    /// Runs a body, and makes the change once the members of groups were read in it.
    func during<Result>(_ body: () throws -> Result) throws -> Result {
      try ContactHistory.$membersWereRead.withValue({ self.make() }) { try body() }
    }

    private func make() {
      defer { change = nil }
      do { try change?() } catch { Issue.record(error) }
    }
  }

  /// The members are read before the log: the token is no newer than they are.
  @Test func `a member that comes while members are read is reported with the next changes`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home, "UID:a")
    let club = try store.file("Club.vcf", in: home, group("Club", of: []))
    let changing = { (members: [String]) in
      Interruption { try store.save(self.group("Club", of: members), to: club) }
    }
    // In a first run, in one whose members are in its token, in one with changes, and in a token.
    let reader = reader(store)
    _ = try changing(["a"]).during { try reader.run() }
    #expect(try reader.run() == ["update group Club", "Club has Anna"])
    #expect(try changing([]).during { try reader.run() } == ["update group Club"])
    #expect(try reader.run() == ["update group Club", "Club has no Anna"])
    try store.person("Bert", "Baker", in: home)
    #expect(try changing(["a"]).during { try reader.run() } == ["add Bert", "update group Club"])
    #expect(try reader.run() == ["update group Club", "Club has Anna"])
    reader.request.startingToken = try changing([]).during { store.contacts.currentHistoryToken }
    #expect(try reader.run() == ["update group Club", "Club has no Anna"])
    #expect(try reader.run() == [])
  }

  /// Such a change is in the log of the next run, which says whose it is.
  @Test func `a change by others in the middle of a request is not taken for one of an excluded author`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home, "UID:a")
    let club = try store.file("Club.vcf", in: home, group("Club", of: []))
    let reader = reader(store)
    reader.request.excludedTransactionAuthors = ["com.example.own"]
    try reader.run()
    try store.person("Bert", "Baker", in: home)
    let change = Interruption { try store.save(group("Club", of: ["a"]), to: club) }
    _ = try change.during { try reader.run() }
    try store.person("Carl", "Baker", in: home)
    #expect(try reader.run().contains("Club has Anna"))
  }

  /// They are made one after the other, and the card of the group may be gone by then.
  @Test func `the events of a group's members have one group`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for name in ["a", "b", "c"] { try store.person(name, "Baker", in: home, "UID:\(name)") }
    try store.file("Club.vcf", in: home, group("Club", of: ["a", "b", "c"]))
    for isMutable in [false, true] {
      let request = CNChangeHistoryFetchRequest()
      request.includeGroupChanges = true
      request.mutableObjects = isMutable
      let events = try store.contacts.enumerator(for: request).value
      var groups: [CNGroup] = []
      while let event = events.nextObject() {
        guard let event = event as? CNChangeHistoryAddMemberToGroupEvent else { continue }
        groups.append(event.group)
        if groups.count == 1, isMutable { try store.loseContents(of: "Club.vcf", in: home) }
      }
      #expect(groups.map(\.name) == ["Club", "Club", "Club"])
      #expect(groups.allSatisfy { ($0 is CNMutableGroup) == isMutable })
      #expect(Set(groups.map(ObjectIdentifier.init)).count == (isMutable ? 3 : 1))
    }
  }

  /// Whatever happens, the events lead to what a fetch of the groups has.
  @Test func `the history equals the groups`() throws {
    let seed = RandomSeed.choose()
    var random = SeededGenerator(seed: seed)
    let store = try BookStore()
    let home = try store.book("Home")
    let (people, clubs) = ((0..<20).map { "p\($0)" }, (0..<4).map { "g\($0)" })
    var files: [String: ItemID] = [:]
    let reader = reader(store)
    for step in 0..<200 {
      let name = random.pick(random.oneIn(2) ? people : clubs)
      if let file = files[name], random.oneIn(4) {
        files[name] = nil
        try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(file) }
      } else {
        let members = (people + clubs).filter { $0 != name && random.oneIn(4) }
        let card =
          clubs.contains(name)
          ? try group("\(name)", of: members, "UID:\(name)")
          : try CardTexts.card(lines: ["N:;\(name);;;", "FN:\(name)", "UID:\(name)"]).written
        if let file = files[name] {
          try store.save(card, to: file)
        } else {
          files[name] = try store.file("\(name).vcf", in: home, card)
        }
      }
      guard random.oneIn(3) else { continue }
      try reader.run()
      for group in try store.contacts.groups(matching: nil) {
        let predicate = CNContact.predicateForContactsInGroup(withIdentifier: group.identifier)
        let found = try store.contacts.unifiedContacts(matching: predicate, keysToFetch: [])
        try #require(
          reader.members[group.identifier] ?? [] == Set(found.map(\.identifier)), "SEED=\(seed) step \(step)")
      }
    }
  }
}
