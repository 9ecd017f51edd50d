import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// The contacts of a domain, as client code reads them.
@Suite struct ContactStoreTests {
  private let names = [CNContactGivenNameKey as CNKeyDescriptor, CNContactFamilyNameKey as CNKeyDescriptor]

  private func given(_ contacts: [CNContact]) -> [String] { contacts.map(\.givenName) }

  @Test func `top folders are containers and cards in them contacts`() throws {
    let store = try BookStore()
    let (home, work) = (try store.book("Home"), try store.book("Work"))
    _ = try store.book(".hidden")
    try store.person("Anna", "Baker", in: home)
    try store.person("Eve", "Adams", in: work)
    let containers = try store.contacts.containers(matching: nil)
    #expect(containers.map(\.name) == ["Home", "Work"])
    #expect(containers.map(\.type) == [.local, .local])
    for (container, name) in zip(containers, ["Anna", "Eve"]) {
      let predicate = CNContact.predicateForContactsInContainer(withIdentifier: container.identifier)
      let found = try store.contacts.unifiedContacts(matching: predicate, keysToFetch: names)
      #expect(given(found) == [name])
      let back = CNContainer.predicateForContainerOfContact(withIdentifier: found[0].identifier)
      #expect(try store.contacts.containers(matching: back) == [container])
    }
    let identifiers = [containers[1].identifier, "none", "\(UUID().uuidString):1025"]
    let predicate = CNContainer.predicateForContainers(withIdentifiers: identifiers)
    #expect(try store.contacts.containers(matching: predicate) == [containers[1]])
  }

  /// What is no card of one contact stays a file.
  @Test func `other files are no contacts`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let card = "BEGIN:VCARD\nVERSION:3.0\nN:Baker;Anna\nFN:x\nEND:VCARD\n"
    try store.file("a.VCF", in: home, card)
    try store.file("two.vcf", in: home, card + card)
    try store.file("broken.vcf", in: home, "x\n" + card)
    try store.file("empty.vcf", in: home, "")
    try store.file(".hidden.vcf", in: home, card)
    try store.file("a.vcf.tmp", in: home, card)
    try store.file(
      "group.vcf", in: home, card.replacingOccurrences(of: "FN", with: "X-ADDRESSBOOKSERVER-KIND:group\nFN"))
    try store.file("root.vcf", in: .root, card)
    _ = try store.domain.create("never written.vcf", in: home)
    _ = try store.domain.create("folder.vcf", in: home, kind: .folder)
    let request = CNContactFetchRequest(keysToFetch: names)
    var found: [CNContact] = []
    try store.contacts.enumerateContacts(with: request) { contact, _ in found.append(contact) }
    #expect(given(found) == ["Anna"])
  }

  @Test func `contacts are found by each predicate`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let anna = try store.person("Anna", "Baker", in: home, "TEL:+49 30 1234567", "EMAIL:anna@example.com")
    try store.person("Eve", "Adams", in: home)
    let predicates = [
      CNContact.predicateForContacts(matchingName: "bak"),
      CNContact.predicateForContacts(matchingEmailAddress: "ANNA@example.com"),
      CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: "030 1234567")),
    ]
    var identifiers: Set<String> = []
    for predicate in predicates {
      let found = try store.contacts.unifiedContacts(matching: predicate, keysToFetch: names)
      #expect(given(found) == ["Anna"])
      identifiers.formUnion(found.map(\.identifier))
      #expect(found.first?.isKeyAvailable(CNContactPhoneNumbersKey) == false)
    }
    let identifier = try #require(identifiers.first)
    #expect(identifiers.count == 1)
    #expect(try store.contacts.unifiedContact(withIdentifier: identifier, keysToFetch: names).givenName == "Anna")
    // The identifier stays when another program changes the card and renames its file.
    try store.save(CardTexts.card(lines: ["N:Baker;Anne;;;", "FN:x"]).written, to: anna)
    let name = try FileName("other.vcf")
    try store.domain.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(anna, to: home, name: name)
    }
    #expect(try store.contacts.unifiedContact(withIdentifier: identifier, keysToFetch: names).givenName == "Anne")
  }

  /// Whatever is asked for, and whatever that depends on.
  @Test func `a property is the same with and without others`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let cards = [
      ["FN:Anna Baker"], ["FN:Example", "X-ABShowAs:COMPANY"], ["FN:Example", "ORG:Example", "X-ABShowAs:COMPANY"],
      ["FN:a@example.com", "EMAIL:a@example.com"], ["N:;;;;", "FN:Nick", "NICKNAME:Nick"],
      ["N:Baker;Anna;Maria;Dr.;Jr.", "FN:x", "TEL:1", "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=", "NOTE:n"],
    ]
    for (index, lines) in cards.enumerated() {
      try store.file("\(index).vcf", in: home, CardTexts.card(lines: lines).written)
    }
    let whole = try store.all()
    #expect(whole.count == cards.count)
    for key in Set(whole.flatMap(\.contents.keys)) {
      let request = CNContactFetchRequest(keysToFetch: [key as CNKeyDescriptor])
      for order in [CNContactSortOrder.none, .familyName] {
        request.sortOrder = order
        var found: [CNContact] = []
        try store.contacts.enumerateContacts(with: request) { contact, _ in found.append(contact) }
        found.sort { $0.identifier < $1.identifier }
        #expect(found == whole.map { $0.limited(to: [key]) }, "\(key)")
      }
    }
  }

  /// There is one text for each identifier.
  @Test func `each contact and container is found once`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home)
    let container = try #require(try store.contacts.containers(matching: nil).first)
    let inHome = CNContact.predicateForContactsInContainer(withIdentifier: container.identifier)
    let anna = try #require(try store.contacts.unifiedContacts(matching: inHome, keysToFetch: names).first)
    let parts = anna.identifier.split(separator: ":")
    let aliases = ["\(parts[0]):+\(parts[1])", "\(parts[0]):0\(parts[1])", "\(parts[0].lowercased()):\(parts[1])"]
    for alias in aliases where alias != anna.identifier {
      #expect(throws: CNError.self, "\(alias)") {
        try store.contacts.unifiedContact(withIdentifier: alias, keysToFetch: names)
      }
    }
    let twice = CNContact.predicateForContacts(withIdentifiers: [anna.identifier, anna.identifier])
    #expect(try store.contacts.unifiedContacts(matching: twice, keysToFetch: names) == [anna])
    let containers = CNContainer.predicateForContainers(withIdentifiers: [container.identifier, container.identifier])
    #expect(try store.contacts.containers(matching: containers) == [container])
  }

  /// Not all of them are in memory at a time.
  @Test func `a sorted enumeration reads a contact when it comes to it`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for name in ["Carl", "Anna"] { try store.person(name, "Baker", in: home) }
    let bert = try store.person("Bert", "Baker", in: home)
    let card = try CardTexts.card(lines: ["N:Baker;Bertha;;;", "FN:x"]).written
    let request = CNContactFetchRequest(keysToFetch: names)
    request.sortOrder = .givenName
    var found: [String] = []
    var failure: (any Error)?
    try store.contacts.enumerateContacts(with: request) { contact, _ in
      found.append(contact.givenName)
      guard found.count == 1 else { return }
      do { try store.save(card, to: bert) } catch { failure = error }
    }
    if let failure { throw failure }
    #expect(found == ["Anna", "Bertha", "Carl"])
  }

  @Test func `an enumeration is sorted and ends early`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for (given, family) in [("Carl", "Adams"), ("Anna", "Clark"), ("Bert", "Baker")] {
      try store.person(given, family, in: home)
    }
    let request = CNContactFetchRequest(keysToFetch: names)
    for (order, expected) in [
      (CNContactSortOrder.none, ["Carl", "Anna", "Bert"]), (.givenName, ["Anna", "Bert", "Carl"]),
      (.familyName, ["Carl", "Bert", "Anna"]), (.userDefault, ["Anna", "Bert", "Carl"]),
    ] {
      request.sortOrder = order
      var found: [CNContact] = []
      try store.contacts.enumerateContacts(with: request) { contact, stop in
        found.append(contact)
        if found.count == 2 { stop.pointee = true }
      }
      #expect(given(found) == Array(expected.prefix(2)))
      #expect(!found.contains { $0 is CNMutableContact })
    }
    request.mutableObjects = true
    try store.contacts.enumerateContacts(with: request) { contact, _ in #expect(contact is CNMutableContact) }
  }

  @Test func `errors have codes`() throws {
    let store = try BookStore()
    #expect(throws: CNError.self) {
      try store.contacts.unifiedContact(withIdentifier: "none", keysToFetch: names)
    }
    for predicate in [NSPredicate(value: true), CNGroup.predicateForGroups(withIdentifiers: [])] {
      let error = #expect(throws: CNError.self) {
        try store.contacts.unifiedContacts(matching: predicate, keysToFetch: names)
      }
      #expect(error?.code == .predicateInvalid)
      let other = #expect(throws: CNError.self) { try store.contacts.containers(matching: predicate) }
      #expect(other?.code == .predicateInvalid)
    }
    let directory = try TestDirectory()
    let missing = CNContactStore(domains: [directory.appending("none")])
    #expect(try missing.containers(matching: nil) == [])
    try Data(repeating: 7, count: 10_000).write(to: directory.appending("items.sqlite"))
    let damaged = #expect(throws: CNError.self) {
      try CNContactStore(domains: [directory.url]).containers(matching: nil)
    }
    #expect(damaged?.code == .dataAccessError)
  }

  @Test func `a file that cannot be read is left out`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    for name in ["Anna", "Bert", "Carl"] { try store.person(name, "Baker", in: home) }
    try store.loseContents(of: "Bert Baker.vcf", in: home)
    #expect(given(try store.all()) == ["Anna", "Carl"])
    #expect(try store.contacts.groups(matching: nil) == [])
    #expect(try store.contacts.forEachCard { _ in } == ["/Home/Bert Baker.vcf"])
  }

  @Test func `access is granted`() async throws {
    let store = try BookStore().contacts
    #expect(CNContactStore.authorizationStatus(for: .contacts) == .authorized)
    #expect(try await store.requestAccess(for: .contacts))
    await withCheckedContinuation { continuation in
      store.requestAccess(for: .contacts) { isGranted, error in
        #expect(isGranted && error == nil)
        continuation.resume()
      }
    }
  }

  /// A fetch that has read a row whose contents are gone by the time it opens them reads the new ones.
  @Test func `cards may change during a fetch`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    try store.person("Anna", "Baker", in: home)
    let saved = try store.person("Bert", "Baker", in: home)
    let deleted = try store.person("Carl", "Baker", in: home)
    let card = try CardTexts.card(lines: ["N:Baker;Berta;;;", "FN:x"]).written
    let domain = store.domain
    func contents(_ item: ItemID) throws -> ContentKey? {
      try domain.store.readCommitted { (reader) throws(StoreError) in try reader.item(item)?.content }
    }
    let old = try [saved, deleted].compactMap(contents)
    var found: [String] = []
    var failure: (any Error)?
    try store.contacts.enumerateContacts(with: CNContactFetchRequest(keysToFetch: names)) { contact, _ in
      found.append(contact.givenName)
      guard found.count == 1 else { return }
      do {
        try store.save(card, to: saved)
        try domain.change { (transaction) throws(StoreError) in
          _ = try TreeEditor(transaction).deleteTree(deleted, in: home, limit: 10)
        }
        #expect(eventually { old.allSatisfy { domain.store.contents.size(of: $0) == nil } })
      } catch { failure = error }
    }
    if let failure { throw failure }
    #expect(found == ["Anna", "Berta"])
  }

  /// The domain may be a provider's, beside others.
  @Test func `errors name the domain that they are of`() throws {
    let (own, other) = (try BookStore(), try BookStore())
    try own.person("Anna", "Baker", in: own.book("Home"))
    let bert = try other.person("Bert", "Baker", in: other.book("Home"))
    let store = CNContactStore(domains: [own.domain.directory, other.domain.directory])
    let identifier = try #require(try other.all().first).identifier
    try other.loseContents(of: bert)
    let keys = [CNContactNoteKey as CNKeyDescriptor]
    for read in [
      { _ = try store.unifiedContact(withIdentifier: identifier, keysToFetch: keys) },
      { _ = try store.containers(matching: CNContainer.predicateForContainerOfContact(withIdentifier: identifier)) },
    ] {
      let error = #expect(throws: CNError.self) { try read() }
      #expect((error as NSError?)?.userInfo[NSFilePathErrorKey] as? String == other.domain.directory.path)
    }
  }
}
