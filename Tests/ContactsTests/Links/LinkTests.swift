import Contacts
import FileProviderSQLite
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// Linked contacts, which are one for whoever asks for unified contacts.
@Suite struct LinkTests {
  /// Two contacts of one person, in two domains.
  private struct Pair {
    let own: BookStore
    let other: BookStore
    let contacts: CNContactStore
    /// The identifiers, in the order of their domains.
    let identifiers: [String]

    init() throws {
      let stores = try [BookStore(), BookStore()].sorted {
        $0.domain.store.uuid.uuidString < $1.domain.store.uuid.uuidString
      }
      (own, other) = (stores[0], stores[1])
      contacts = CNContactStore(domains: stores.map(\.domain.directory))
      let first = try own.person("Anna", "Baker", in: own.book("Home"), "TEL;TYPE=HOME:1", "TITLE:Pilot", "UID:a")
      let second = try other.person(
        "A.", "B.", in: other.book("Work"), "TEL;TYPE=HOME:1", "TEL;TYPE=WORK:2", "NICKNAME:Annie", "ORG:Example",
        "UID:b")
      identifiers = [
        RecordText.of(first, in: own), RecordText.of(second, in: other),
      ]
    }

    static var keys: [any CNKeyDescriptor] { [CNContactVCardSerialization.descriptorForRequiredKeys()] }

    func all(unified: Bool = true, sorted order: CNContactSortOrder = .none) throws -> [CNMutableContact] {
      let request = CNContactFetchRequest(keysToFetch: Self.keys)
      (request.unifyResults, request.mutableObjects, request.sortOrder) = (unified, true, order)
      var found: [CNMutableContact] = []
      try contacts.enumerateContacts(with: request) { contact, _ in
        if let contact = contact as? CNMutableContact { found.append(contact) }
      }
      return found
    }

    func save(_ fill: (CNSaveRequest) -> Void) throws {
      let request = CNSaveRequest()
      fill(request)
      try contacts.execute(request)
    }
  }

  private enum RecordText {
    static func of(_ item: ItemID, in store: BookStore) -> String { "\(store.domain.store.uuid.uuidString):\(item)" }
  }

  @Test func `linked contacts are one`() throws {
    let pair = try Pair()
    #expect(try pair.all().count == 2)
    try pair.contacts.link(pair.identifiers.reversed(), author: "test")
    for order in [CNContactSortOrder.none, .familyName] {
      let found = try pair.all(sorted: order)
      #expect(found.map(\.identifier) == [pair.identifiers[0]])
      let contact = try #require(found.first)
      #expect(pair.identifiers.allSatisfy(contact.isUnifiedWithContact))
      #expect(!contact.isUnifiedWithContact(withIdentifier: "x"))
      // The name and the work are each of one of them; values that both have come once.
      #expect([contact.givenName, contact.familyName, contact.nickname] == ["Anna", "Baker", "Annie"])
      #expect([contact.jobTitle, contact.organizationName] == ["Pilot", ""])
      #expect(contact.phoneNumbers.map(\.value.stringValue) == ["1", "2"])
      #expect(try pair.all(unified: false, sorted: order).count == 2)
    }
    let found: [NSPredicate] = [
      CNContact.predicateForContacts(withIdentifiers: pair.identifiers),
      CNContact.predicateForContacts(withIdentifiers: [pair.identifiers[1]]),
      CNContact.predicateForContacts(matchingName: "annie"),
      CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: "2")),
    ]
    for predicate in found {
      let contacts = try pair.contacts.unifiedContacts(matching: predicate, keysToFetch: [CNContactGivenNameKey])
      #expect(contacts.map(\.identifier) == [pair.identifiers[0]])
      #expect(contacts.first?.givenName == "Anna" && contacts.first?.isKeyAvailable(CNContactNoteKey) == false)
    }
    #expect(
      try pair.contacts.unifiedContact(withIdentifier: pair.identifiers[1], keysToFetch: []).identifier
        == pair.identifiers[0])
    #expect(try pair.contacts.unlink(pair.identifiers[1], author: "test") == 2)
    #expect(try pair.all().map(\.identifier) == pair.identifiers)
    #expect(try pair.contacts.unlink(pair.identifiers[1], author: "test") == 0)
    // Nothing of the cards is lost by it.
    #expect(try !pair.own.text("Anna Baker.vcf", in: pair.own.folder).contains("LINK"))
  }

  /// A link that one card alone has says nothing: one of the two stores has not got it yet.
  @Test func `half a link is none`() throws {
    let pair = try Pair()
    let lines = { (text: String) in ["FN:A", "X-OPENFILEPROVIDER-LINK:\(text)"] }
    let link = UUID()
    try pair.own.file("a.vcf", in: pair.own.folder, CardTexts.card(lines: lines("\(link);1;")).written)
    #expect(
      try pair.all().count == 3 && pair.all().allSatisfy { $0.isUnifiedWithContact(withIdentifier: $0.identifier) })
    // Another program may escape what it does not know.
    try pair.other.file("a.vcf", in: pair.other.folder, CardTexts.card(lines: lines("\(link)\\;2\\;")).written)
    #expect(try pair.all().count == 3)
    for (name, text) in [("x", "me"), ("y", "me"), ("z", "\(link)"), ("u", "\(link);;")] {
      try pair.own.file(name + ".vcf", in: pair.own.folder, CardTexts.card(lines: lines(text)).written)
    }
    #expect(try pair.all().count == 7)
  }

  /// A copy is a contact of its own, and is not deleted with those that its original is linked with.
  @Test func `copies do not join a link`() throws {
    let pair = try Pair()
    try pair.contacts.link(pair.identifiers, author: "test")
    let text = try pair.own.text("Anna Baker.vcf", in: pair.own.folder)
    let copy = RecordText.of(try pair.own.file("copy.vcf", in: pair.own.folder, text), in: pair.own)
    // A program that makes another contact of a card gives it another `UID`, and keeps what it does not know.
    let renamed = text.replacing("UID:a", with: "UID:c")
    let other = RecordText.of(try pair.own.file("other.vcf", in: pair.own.folder, renamed), in: pair.own)
    let identifiers = [pair.identifiers[0], copy, other]
    #expect(try pair.all().map(\.identifier) == identifiers)
    #expect(
      try pair.contacts.unifiedContact(withIdentifier: copy, keysToFetch: []).linkedIdentifiers == []
        && pair.contacts.unifiedContact(withIdentifier: pair.identifiers[1], keysToFetch: []).identifier
          == identifiers[0]
    )
    let contact = try pair.contacts.unifiedContact(withIdentifier: pair.identifiers[1], keysToFetch: [])
    for case let part as CNMutableContact in contact.parts.map({ $0.mutableCopy() }) {
      try pair.save { $0.delete(part) }
    }
    #expect(try pair.all().map(\.identifier) == [copy, other])
  }

  /// Copies of both would be linked as soon as their originals are not.
  @Test func `copies lose a link with their originals`() throws {
    let pair = try Pair()
    try pair.contacts.link(pair.identifiers, author: "test")
    for (store, name) in [(pair.own, "Anna Baker.vcf"), (pair.other, "A. B..vcf")] {
      _ = try store.file("copy.vcf", in: store.folder, store.text(name, in: store.folder))
    }
    #expect(try pair.all().count == 3)
    #expect(try pair.contacts.unlink(pair.identifiers[1], author: "test") == 2)
    #expect(try pair.all().count == 4 && pair.all().allSatisfy { $0.linkedIdentifiers.isEmpty })
    for store in [pair.own, pair.other] { #expect(try !store.text("copy.vcf", in: store.folder).contains("LINK")) }
  }

  @Test func `more contacts join a link`() throws {
    let pair = try Pair()
    try pair.contacts.link(pair.identifiers, author: "test")
    let third = try RecordText.of(pair.own.person("Anne", "Baker", in: pair.own.folder), in: pair.own)
    try pair.contacts.link([third, pair.identifiers[1]], author: "test")
    let contact = try #require(try pair.all().first)
    #expect((pair.identifiers + [third]).allSatisfy(contact.isUnifiedWithContact))
    #expect(contact.linkedIdentifiers == [pair.identifiers[0], third, pair.identifiers[1]])
  }

  /// So a process that is killed between two domains does not separate what was linked.
  @Test func `cards that are linked already keep their link`() throws {
    let pair = try Pair()
    try pair.contacts.link(pair.identifiers, author: "test")
    let third = try RecordText.of(pair.own.person("Anne", "Baker", in: pair.own.folder), in: pair.own)
    func links() throws -> [Substring?] {
      try [
        pair.own.text("Anna Baker.vcf", in: pair.own.folder), pair.other.text("A. B..vcf", in: pair.other.folder),
      ].map { try /LINK:([^;]*);/.firstMatch(in: $0)?.1 }
    }
    let before = try links()
    try pair.contacts.link([third, pair.identifiers[0]], author: "test")
    #expect(try links() == before && !before.contains(nil) && pair.all().count == 1)
  }

  /// In version 2.1 the blank of a continuation line is a part of the text.
  @Test func `cards of version 2_1 are linked`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try ["a", "b"].map { name in
      let lines = ["N:Baker;\(name)", "UID:\(UUID().uuidString)"]
      let text = try CardTexts.card(lines: lines, version: "2.1").written
      return RecordText.of(try store.file(name + ".vcf", in: home, text), in: store)
    }
    try store.contacts.link(names, author: "test")
    #expect(try store.all().map(\.linkedIdentifiers) == [names])
  }

  /// A program may set a property that it has not fetched.
  @Test func `what was not fetched is set as a whole`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try [["FN:", "NOTE:a", "TEL:1"], ["N:Baker;Anna;;;", "FN:Anna Baker", "NOTE:b", "TEL:2"]].enumerated()
      .map { number, lines in
        RecordText.of(try store.file("\(number).vcf", in: home, CardTexts.card(lines: lines).written), in: store)
      }
    try store.contacts.link(names, author: "test")
    let fetched = try store.contacts.unifiedContact(withIdentifier: names[0], keysToFetch: [CNContactNicknameKey])
    let contact = try #require(fetched.mutableCopy() as? CNMutableContact)
    contact.note = ""
    contact.givenName = "Berta"
    contact.phoneNumbers = [CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: "2"))]
    let request = CNSaveRequest()
    request.update(contact)
    // A request that fails can be tried again.
    request.transactionAuthor = ""
    #expect(throws: CNError.self) { try store.contacts.execute(request) }
    request.transactionAuthor = nil
    try store.contacts.execute(request)
    let now = try #require(try store.all().first)
    #expect([now.note, now.givenName, now.familyName] == ["", "Berta", "Baker"])
    #expect(now.phoneNumbers.map(\.value.stringValue) == ["2"])
    #expect(try !store.text("0.vcf", in: home).contains("TEL"))
    #expect([contact.note, contact.givenName] == ["", "Berta"])
  }

  /// Each change is made in the card that it is of.
  @Test(arguments: [true, false]) func `a unified contact is changed`(isRefetched: Bool) throws {
    let pair = try Pair()
    try pair.contacts.link([pair.identifiers[0]] + [pair.identifiers[1]], author: "test")
    // The domains have no transaction in common: what concerns both cannot be saved at once.
    let both = try #require(try pair.all().first)
    both.phoneNumbers = []
    #expect(throws: CNError.self) { try pair.save { $0.update(both) } }
    let contact = try #require(try pair.all().first)
    contact.phoneNumbers[1] = contact.phoneNumbers[1].settingValue(CNPhoneNumber(stringValue: "3"))
    contact.nickname = "Ann"
    try pair.save {
      $0.update(contact)
      $0.shouldRefetchContacts = isRefetched
    }
    #expect(pair.identifiers.allSatisfy(contact.isUnifiedWithContact))
    let parts = try pair.all(unified: false)
    #expect(parts.map(\.nickname) == ["", "Ann"])
    #expect(parts.map { $0.phoneNumbers.map(\.value.stringValue) } == [["1"], ["1", "3"]])
    // The next request has what was changed since.
    contact.givenName = "Anne"
    contact.emailAddresses.append(CNLabeledValue(label: nil, value: "a@example.com"))
    try pair.save { $0.update(contact) }
    let now = try pair.all(unified: false)
    #expect(now.map(\.givenName) == ["Anne", "A."] && now.map(\.emailAddresses.count) == [1, 0])
    #expect(now.map(\.nickname) == ["", "Ann"])
    contact.nickname = ""
    try pair.save { $0.update(contact) }
    #expect(try pair.all().first?.nickname == "")
  }

  /// What another program has deleted meanwhile is no reason to keep the rest.
  @Test func `a unified contact is deleted when one of its contacts is gone`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let items = try ["a", "b", "c"].map { try store.person("Anna", $0, in: home, "TEL:1") }
    let identifiers = items.map { RecordText.of($0, in: store) }
    try store.contacts.link(identifiers, author: "test")
    let whole = try #require(try store.all().first as? CNMutableContact)
    let keys: [any CNKeyDescriptor] = [CNContactPhoneNumbersKey]
    let stale = try #require(try store.all().first as? CNMutableContact)
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(items[1]) }
    let deletion = CNSaveRequest()
    deletion.delete(whole)
    try store.contacts.execute(deletion)
    #expect(
      try store.contacts.unifiedContacts(
        matching: CNContact.predicateForContacts(withIdentifiers: identifiers), keysToFetch: keys
      ).isEmpty)
    let again = CNSaveRequest()
    again.delete(stale)
    let error = #expect(throws: CNError.self) { try store.contacts.execute(again) }
    #expect(error?.code == .recordDoesNotExist)
  }

  /// What both cards have goes from both. What was not shown stays, and is shown then.
  @Test func `what is removed does not come back from another card`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let items = try [
      store.person("Anna", "Baker", in: home, "TEL;TYPE=HOME:1", "NOTE:a", "NICKNAME:Ann"),
      store.person("Anna", "B.", in: home, "TEL;TYPE=WORK:1", "NOTE:b", "NICKNAME:Ann"),
    ]
    try store.contacts.link(items.map { RecordText.of($0, in: store) }, author: "test")
    let contact = try #require(try store.all().first as? CNMutableContact)
    contact.phoneNumbers = []
    (contact.note, contact.nickname) = ("", "")
    let request = CNSaveRequest()
    request.update(contact)
    try store.contacts.execute(request)
    let now = try store.all()
    #expect(now.count == 1 && now.first?.phoneNumbers.isEmpty == true && now.first?.nickname == "")
    #expect(now.first?.note == "b" && contact.note == "b")
    request.delete(contact)
    let deletion = CNSaveRequest()
    deletion.delete(contact)
    try store.contacts.execute(deletion)
    #expect(try store.files(in: home) == [])
  }

  /// Which contact a name is from does not depend on what is fetched besides.
  @Test func `a name is from one contact`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try [["N:Baker;;;;", "FN:Baker"], ["N:;Anna;;;", "FN:Anna"]].enumerated().map { number, lines in
      RecordText.of(try store.file("\(number).vcf", in: home, CardTexts.card(lines: lines).written), in: store)
    }
    try store.contacts.link(names, author: "test")
    let fetched = try store.contacts.unifiedContact(withIdentifier: names[0], keysToFetch: [CNContactGivenNameKey])
    #expect(fetched.givenName == "" && !fetched.isKeyAvailable(CNContactFamilyNameKey))
    let contact = try #require(fetched.mutableCopy() as? CNMutableContact)
    contact.givenName = "Berta"
    let request = CNSaveRequest()
    request.update(contact)
    try store.contacts.execute(request)
    #expect(try store.text("0.vcf", in: home).contains("N:Baker;Berta;"))
    #expect(try store.text("1.vcf", in: home).contains("N:;Anna;"))
    #expect(contact.givenName == "Berta" && !contact.isKeyAvailable(CNContactFamilyNameKey))
  }

  /// The identifiers of values come from what is in the cards, which may be the same in two of them.
  @Test func `values of two contacts are told apart`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let items = try [
      store.person("Anna", "Baker", in: home, "TEL;TYPE=HOME;X-A=1:1", "TEL;TYPE=HOME;X-A=2:2"),
      store.person("Anna", "B.", in: home, "TEL;TYPE=WORK;X-B=2:2", "TEL;TYPE=CELL;X-B=3:3", "TEL;TYPE=WORK;X-B=1:1"),
    ]
    try store.contacts.link(items.map { RecordText.of($0, in: store) }, author: "test")
    func phones(_ name: String) throws -> [String] {
      try store.text(name, in: home).components(separatedBy: "\r\n").filter { $0.hasPrefix("TEL") }
    }
    func save(_ change: (CNMutableContact) throws -> Void) throws {
      let contact = try #require(try store.all().first as? CNMutableContact)
      try change(contact)
      let request = CNSaveRequest()
      request.update(contact)
      try store.contacts.execute(request)
    }
    let second = try phones("Anna B..vcf")
    try save { $0.phoneNumbers[0] = $0.phoneNumbers[0].settingLabel(CNLabelOther) }
    #expect(try phones("Anna B..vcf") == second)
    // A program may make all values anew.
    try save {
      $0.phoneNumbers = $0.phoneNumbers.map { CNLabeledValue(label: $0.label, value: $0.value) }
      $0.phoneNumbers.append(CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: "4")))
    }
    #expect(try phones("Anna B..vcf") == second)
    #expect(try phones("Anna Baker.vcf").map { $0.split(separator: ":").last } == ["1", "2", "4"])
    try save { $0.phoneNumbers.swapAt(0, 1) }
    #expect(try phones("Anna B..vcf") == second)
    #expect(try phones("Anna Baker.vcf").map { $0.split(separator: ":").last } == ["2", "1", "4"])
  }

  /// What a person is in is known by the cards; those of the group's container are in it.
  @Test func `a unified contact joins a group and leaves it`() throws {
    let pair = try Pair()
    let work = try pair.own.book("Work")
    let third = RecordText.of(try pair.own.person("Anne", "Baker", in: work), in: pair.own)
    let fourth = RecordText.of(try pair.own.person("Ann", "Baker", in: pair.own.folder), in: pair.own)
    try pair.contacts.link(pair.identifiers + [third, fourth], author: "test")
    let contact = try #require(try pair.all().first)
    let group = CNMutableGroup()
    group.name = "g"
    try pair.save {
      $0.add(group, toContainerWithIdentifier: RecordText.of(work, in: pair.own))
      $0.addMember(contact, to: group)
    }
    func members(of group: CNGroup) throws -> [String] {
      let request = CNContactFetchRequest(keysToFetch: [])
      request.predicate = CNContact.predicateForContactsInGroup(withIdentifier: group.identifier)
      request.unifyResults = false
      var found: [String] = []
      try pair.contacts.enumerateContacts(with: request) { contact, _ in found.append(contact.identifier) }
      return found
    }
    #expect(try members(of: group) == [third])
    try pair.save { $0.removeMember(contact, from: group) }
    #expect(try members(of: group) == [])
    let home = CNMutableGroup()
    home.name = "h"
    let container = RecordText.of(try pair.own.folder, in: pair.own)
    try pair.save {
      $0.delete(group)
      $0.add(home, toContainerWithIdentifier: container)
      $0.addMember(contact, to: home)
    }
    #expect(try members(of: home) == [pair.identifiers[0], fourth])
    let away = CNMutableGroup()
    let book = RecordText.of(try pair.other.book("Away"), in: pair.other)
    let error = #expect(throws: CNError.self) {
      try pair.save {
        $0.add(away, toContainerWithIdentifier: book)
        $0.addMember(contact, to: away)
      }
    }
    #expect(error?.code == .containmentScope)
  }

  @Test func `a unified contact is archived and limited`() throws {
    let pair = try Pair()
    try pair.contacts.link(pair.identifiers, author: "test")
    let contact = try #require(try pair.all().first)
    let data = try NSKeyedArchiver.archivedData(withRootObject: contact, requiringSecureCoding: false)
    let copy = try #require(try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data) as? CNMutableContact)
    #expect(pair.identifiers.allSatisfy(copy.isUnifiedWithContact))
    #expect(pair.identifiers.allSatisfy(contact.limited(to: [CNContactNoteKey]).isUnifiedWithContact))
    let unchanged = try #require(contact.copy() as? CNContact)
    #expect(pair.identifiers.allSatisfy(unchanged.isUnifiedWithContact))
    // One of the two may have nothing but what the other one has.
    let plain = try pair.contacts.unifiedContact(withIdentifier: pair.identifiers[0], keysToFetch: [])
    let archive = try NSKeyedArchiver.archivedData(withRootObject: plain, requiringSecureCoding: false)
    let other = try #require(try NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(archive) as? CNContact)
    #expect(pair.identifiers.allSatisfy(other.isUnifiedWithContact))
  }

  /// The part of an index that is there, and what it does not have, give one result.
  @Test func `links are found with the index and without`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let people = try store.people((0..<600).map { "p\($0)" }, "Baker", in: home)
    let plain = CNContactStore(domains: [store.domain.directory], usesIndex: false)
    func compare() throws {
      let keys = [CNContactGivenNameKey]
      for order in [CNContactSortOrder.none, .givenName] {
        let found = try [store.contacts, plain].map { contacts in
          let request = CNContactFetchRequest(keysToFetch: keys)
          request.sortOrder = order
          var found: [CNContact] = []
          try contacts.enumerateContacts(with: request) { contact, _ in found.append(contact) }
          return found
        }
        #expect(found[0] == found[1])
        #expect(found[0].map(\.linkedIdentifiers) == found[1].map(\.linkedIdentifiers))
      }
    }
    try compare()
    for place in [0, 300, 590, 100, 200, 400] {
      try store.contacts.link(
        [people[place], people[place + 5]].map { RecordText.of($0, in: store) }, author: "test")
      try compare()
    }
    #expect(try store.all().count == 594)
  }

  /// An index of an earlier version has no links. It is made again.
  @Test func `an index from before links is replaced`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try ["Anna", "Bert"].map { RecordText.of(try store.person($0, "Baker", in: home), in: store) }
    let url = store.domain.directory.appendingPathComponent("contacts.sqlite")
    func fetch() throws -> Int {
      try store.contacts.unifiedContacts(
        matching: CNContact.predicateForContacts(matchingName: "baker"), keysToFetch: [CNContactGivenNameKey]
      ).count
    }
    #expect(try fetch() == 2)
    for sql in ["DROP INDEX cards_linked", "ALTER TABLE cards DROP COLUMN link", "PRAGMA user_version = 2"] {
      try Connection(url, .writing).execute(sql)
    }
    try store.contacts.link(names, author: "test")
    #expect(try fetch() == 1)
    #expect(try Connection(url, .reading).integer("SELECT count(*) FROM cards WHERE link IS NOT NULL") == 2)
  }
}

extension BookStore {
  /// The first address book.
  fileprivate var folder: ItemID {
    get throws {
      let identifier = try contacts.containers(matching: nil).first?.identifier
      return ItemID(rawValue: identifier?.split(separator: ":").last.flatMap { Int64($0) } ?? 0)
    }
  }
}
