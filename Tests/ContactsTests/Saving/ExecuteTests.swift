import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing
import VCard

/// What a request to save does with the cards of a domain.
@Suite struct ExecuteTests {
  private let names = [CNContactGivenNameKey as CNKeyDescriptor, CNContactFamilyNameKey as CNKeyDescriptor]

  private func person(_ given: String, _ family: String) -> CNMutableContact {
    let contact = CNMutableContact()
    (contact.givenName, contact.familyName) = (given, family)
    return contact
  }

  private func execute(_ store: BookStore, _ fill: (CNSaveRequest) -> Void) throws {
    let request = CNSaveRequest()
    fill(request)
    try store.contacts.execute(request)
  }

  /// Client code: make one, change it, delete it.
  @Test func `contacts are added, changed and deleted`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let anna = person("Anna", "Baker")
    let uid = anna.identifier
    try execute(store) { $0.add(anna, toContainerWithIdentifier: nil) }
    #expect(anna.identifier != uid)
    #expect(try store.files(in: home) == ["Anna Baker.vcf"])
    #expect(try store.text("Anna Baker.vcf", in: home).contains("UID:\(uid)\r\n"))
    let found = try store.contacts.unifiedContact(withIdentifier: anna.identifier, keysToFetch: names)
    let changed = try #require(found.mutableCopy() as? CNMutableContact)
    changed.givenName = "Anne"
    try execute(store) { $0.update(changed) }
    #expect(try store.text("Anna Baker.vcf", in: home).contains("N:Baker;Anne;;;\r\nFN:Anne Baker\r\n"))
    #expect(try store.contacts.unifiedContact(withIdentifier: anna.identifier, keysToFetch: names) == changed)
    try execute(store) { $0.delete(changed) }
    #expect(try store.files(in: home) == [])
    try store.contacts.execute(CNSaveRequest())
  }

  /// What other programs have in a card stays, and what they changed since.
  @Test func `only what was changed is written`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let item = try store.person("Anna", "Baker", in: home, "X-OTHER:1", "TEL:1")
    let first = try #require(try store.all().first)
    let changed = try #require(first.mutableCopy() as? CNMutableContact)
    changed.jobTitle = "Cook"
    let lines = ["N:Baker;Anne;;;", "FN:Anne Baker", "X-OTHER:2", "TEL:11"]
    try store.save(CardTexts.card(lines: lines).written, to: item)
    try execute(store) { $0.update(changed) }
    #expect(try CardTexts.card(store.text("Anna Baker.vcf", in: home)).texts == lines + ["TITLE:Cook"])
    // The object has what was saved, and can be changed again.
    #expect(changed.givenName == "Anne" && changed.phoneNumbers.map(\.value.stringValue) == ["11"])
    changed.givenName = "Anna"
    let request = CNSaveRequest()
    request.shouldRefetchContacts = false
    request.update(changed)
    try store.contacts.execute(request)
    #expect(try CardTexts.card(store.text("Anna Baker.vcf", in: home)).texts[0] == "N:Baker;Anna;;;")
    // What is the same already is no change.
    let before = try store.domain.generation()
    try store.contacts.execute(request)
    #expect(try store.domain.generation() == before)
  }

  /// The next request of an object that was not fetched again writes no more than what was changed since.
  @Test func `an object that is not fetched again does not overwrite others`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let item = try store.person("Anna", "Baker", in: home, "TEL:1", "TEL:2", "TITLE:a")
    let anna = try #require(try store.all().first?.mutableCopy() as? CNMutableContact)
    func update() throws {
      let request = CNSaveRequest()
      request.shouldRefetchContacts = false
      request.update(anna)
      try store.contacts.execute(request)
    }
    func lines() throws -> [String] { try Array(CardTexts.card(store.text("Anna Baker.vcf", in: home)).texts[2...]) }
    func replace(_ lines: String...) throws {
      try store.save(CardTexts.card(lines: ["N:Baker;Anna;;;", "FN:Anna Baker"] + lines).written, to: item)
    }
    anna.jobTitle = "b"
    anna.phoneNumbers.append(CNLabeledValue(label: CNLabelHome, value: CNPhoneNumber(stringValue: "3")))
    // Before the first save and after it others change the card.
    try replace("TEL:11", "TEL:2", "TITLE:a")
    try update()
    #expect(try lines() == ["TEL:2", "TEL;TYPE=HOME:3", "TEL:11", "TITLE:b"])
    #expect(anna.phoneNumbers.map(\.value.stringValue) == ["1", "2", "3"])
    try replace("TEL:11", "TEL:2", "TEL;TYPE=HOME:3", "TITLE:c", "X-NEW:1")
    anna.note = "n"
    try update()
    #expect(try lines() == ["TEL:11", "TEL:2", "TEL;TYPE=HOME:3", "TITLE:c", "X-NEW:1", "NOTE:n"])
    anna.phoneNumbers.removeLast()
    try update()
    #expect(try lines() == ["TEL:2", "TEL:11", "TITLE:c", "X-NEW:1", "NOTE:n"])
  }

  /// The comparison is a part of the transaction.
  @Test func `a card is replaced only if it is the expected one`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let item = try store.person("Anna", "Baker", in: home)
    let identifier = try #require(try store.all().first).identifier
    let old = try CardTexts.card(store.text("Anna Baker.vcf", in: home))
    let (other, new) = (try CardTexts.card(lines: ["FN:B"]), try CardTexts.card(lines: ["FN:C"]))
    try store.save(other.written, to: item)
    func replace(_ expected: Card) throws {
      try execute(store) { $0.replaceCard(ofContactWithIdentifier: identifier, with: new, expecting: expected) }
    }
    let error = #expect(throws: CNError.self) { try replace(old) }
    #expect(error?.code == .recordNotWritable)
    #expect(try store.text("Anna Baker.vcf", in: home) == other.written)
    try replace(other)
    #expect(try store.text("Anna Baker.vcf", in: home) == new.written)
  }

  /// All of a request, or nothing.
  @Test func `a request that fails changes nothing`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home)
    let anna = try #require(try store.all().first?.mutableCopy() as? CNMutableContact)
    let (before, files) = (try store.domain.generation(), store.contentFiles)
    let failing: [(CNError.Code, (CNSaveRequest) -> Void)] = [
      (.recordDoesNotExist, { $0.update(person("Eve", "Adams")) }),
      (.recordDoesNotExist, { $0.delete(person("Eve", "Adams")) }),
      (.insertedRecordAlreadyExists, { $0.add(anna, toContainerWithIdentifier: nil) }),
      (.parentRecordDoesNotExist, { $0.add(person("Eve", "Adams"), toContainerWithIdentifier: "none") }),
      (.parentRecordDoesNotExist, { $0.add(person("Eve", "Adams"), toContainerWithIdentifier: anna.identifier) }),
      (.policyViolation, { $0.transactionAuthor = "remote" }),
    ]
    for (code, fail) in failing {
      let error = #expect(throws: CNError.self) {
        try execute(store) {
          $0.add(person("Carl", "Adams"), toContainerWithIdentifier: nil)
          anna.note += "x"
          $0.update(anna)
          fail($0)
        }
      }
      #expect(error?.code == code)
    }
    let twice = person("Bert", "Baker")
    let error = #expect(throws: CNError.self) {
      try execute(store) {
        $0.add(twice, toContainerWithIdentifier: nil)
        $0.add(twice, toContainerWithIdentifier: nil)
      }
    }
    #expect(error?.affectedRecords?.first === twice)
    #expect(try store.domain.generation() == before)
    #expect(store.contentFiles == files)
  }

  @Test func `the author of a request is in the log`() throws {
    let store = try BookStore()
    try store.book("Home")
    let start = try store.domain.generation()
    try execute(store) {
      $0.transactionAuthor = "com.example.a"
      $0.add(person("Anna", "Baker"), toContainerWithIdentifier: nil)
    }
    try execute(store) { $0.add(person("Eve", "Adams"), toContainerWithIdentifier: nil) }
    let authors = try store.domain.changes(.everything, since: start).map(\.author)
    let named = try store.domain.store.readCommitted { (reader) throws(StoreError) in
      var names: [String] = []
      for author in authors { names.append(try reader.author(author)) }
      return names
    }
    #expect(named == ["com.example.a", "org.openfileprovider.contacts"])
  }

  /// The first request makes the domain and a container.
  @Test func `the default container is made at its first use`() throws {
    let directory = try TestDirectory()
    let place = directory.appending("data/contacts")
    let contacts = CNContactStore(domains: [place])
    #expect(try contacts.containers(matching: nil) == [])
    let request = CNSaveRequest()
    request.add(person("Anna", "Baker"), toContainerWithIdentifier: nil)
    try contacts.execute(request)
    let container = try #require(try contacts.containers(matching: nil).first)
    #expect(container.name == "Contacts" && contacts.defaultContainerIdentifier() == container.identifier)
    let other = CNContactStore(domains: [directory.appending("data/other")])
    let identifier = other.defaultContainerIdentifier()
    #expect(try other.containers(matching: nil).map(\.identifier) == [identifier])
  }

  @Test func `a request belongs to one domain`() throws {
    let (first, second) = (try BookStore(), try BookStore())
    for store in [first, second] { try store.person("Anna", "Baker", in: store.book("Home")) }
    let contacts = CNContactStore(domains: [first.domain.directory, second.domain.directory])
    let containers = try contacts.containers(matching: nil).map(\.identifier)
    try #require(containers.count == 2)
    let spanning = CNSaveRequest()
    spanning.add(person("Eve", "Adams"), toContainerWithIdentifier: nil)
    spanning.add(person("Carl", "Adams"), toContainerWithIdentifier: containers[1])
    let error = #expect(throws: CNError.self) { try contacts.execute(spanning) }
    #expect(error?.code == .containmentScope)
    let request = CNSaveRequest()
    let old = try #require(try second.all().first?.mutableCopy() as? CNMutableContact)
    request.delete(old)
    request.add(person("Carl", "Adams"), toContainerWithIdentifier: containers[1])
    try contacts.execute(request)
    #expect(try first.all().map(\.givenName) == ["Anna"])
    #expect(try second.all().map(\.givenName) == ["Carl"])
  }

  /// They are readable, unique, and no other program's hidden files.
  @Test func `new cards get names of files`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let long = String(repeating: "é", count: 300)
    for name in ["Anna", "Anna", "Anna", "", "../a/b\n\u{7}c", ".hidden", #"\x41"#, long] {
      try execute(store) { $0.add(person(name, ""), toContainerWithIdentifier: nil) }
    }
    let expected = [
      "Anna.vcf", "Anna 2.vcf", "Anna 3.vcf", "Contact.vcf", "a b c.vcf", "hidden.vcf", #"\x41.vcf"#,
      long.prefix(100) + ".vcf",
    ]
    #expect(try store.files(in: home) == expected)
    #expect(try store.all().count == expected.count)
  }
}
