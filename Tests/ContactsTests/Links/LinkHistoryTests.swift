import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// The history of unified contacts.
@Suite struct LinkHistoryTests {
  private func identifier(_ item: ItemID, in store: BookStore) -> String {
    "\(store.domain.store.uuid.uuidString):\(item)"
  }

  /// A link is the end of all contacts but the first one, for a client that asks for unified ones.
  @Test func `links have events`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let items = try ["Anna", "Bert", "Carl"].map { try store.person($0, "Baker", in: home) }
    let names = items.map { identifier($0, in: store) }
    let (unified, plain) = (HistoryReader(store.contacts), HistoryReader(store.contacts))
    plain.request.shouldUnifyResults = false
    try unified.run()
    try plain.run()
    try store.contacts.link([names[0], names[1]], author: "me")
    #expect(try unified.run() == ["update Anna", "delete Bert"])
    #expect(try plain.run() == ["update Anna", "update Bert"])
    // A change of a part is one of the whole.
    let card = try store.text("Bert Baker.vcf", in: home)
    try store.save(card.replacing("END:", with: "NOTE:n\r\nEND:"), to: items[1])
    #expect(try unified.run() == ["update Anna"])
    try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(items[0]) }
    #expect(try unified.run() == ["delete Anna", "add Bert"])
    #expect(try HistoryReader(store.contacts).run() == ["drop", "add Bert", "add Carl"])
    try store.contacts.link([names[1], names[2]], author: "me")
    #expect(try unified.run() == ["update Bert", "delete Carl"])
    #expect(try HistoryReader(store.contacts).run() == ["drop", "add Bert"])
    _ = try store.contacts.unlink(names[1], author: "me")
    #expect(try unified.run().sorted() == ["add Carl", "update Bert"])
  }

  /// Whose own changes are left out knows what it has linked, and is told what others do with it.
  @Test func `links by an author are left out`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try ["Anna", "Bert"].map { identifier(try store.person($0, "Baker", in: home), in: store) }
    let reader = HistoryReader(store.contacts)
    reader.request.excludedTransactionAuthors = ["me"]
    try reader.run()
    try store.contacts.link(names, author: "me")
    #expect(try reader.run() == [])
    _ = try store.contacts.unlink(names[0], author: "other")
    #expect(try reader.run().sorted() == ["add Bert", "update Anna"])
  }

  /// Who excludes the author of a deletion gets no event for what is gone.
  @Test func `a deleted contact is not updated with what it was linked with`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try ["Anna", "Bert"].map { identifier(try store.person($0, "Baker", in: home), in: store) }
    try store.contacts.link(names, author: "me")
    let reader = HistoryReader(store.contacts)
    reader.request.additionalContactKeyDescriptors = []
    reader.request.excludedTransactionAuthors = ["me"]
    try reader.run()
    let plain = CNContactFetchRequest(keysToFetch: [CNContactGivenNameKey])
    (plain.unifyResults, plain.mutableObjects) = (false, true)
    var parts: [CNMutableContact] = []
    try store.contacts.enumerateContacts(with: plain) { contact, _ in
      if let contact = contact as? CNMutableContact { parts.append(contact) }
    }
    try #require(parts.count == 2)
    parts[1].givenName = "Berta"
    for (author, change) in [("me", { $0.delete(parts[0]) }), ("other", { $0.update(parts[1]) })]
      as [(String, (CNSaveRequest) -> Void)]
    {
      let request = CNSaveRequest()
      request.transactionAuthor = author
      change(request)
      try store.contacts.execute(request)
    }
    #expect(try reader.run() == ["add ?"])
  }

  /// A client that did not keep its last token is told again who is shown, although the cards of those that were linked already are as they were.
  @Test func `who leads for a time is forgotten`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let items = try ["Zoe", "Yan", "Anna", "Bert", "Carl"].map { try store.person($0, "Baker", in: home) }
    let names = items.map { identifier($0, in: store) }
    func delete(_ item: ItemID) throws {
      try store.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(item) }
    }
    func run(_ reader: HistoryReader, keepsToken: Bool = true) throws -> [String] {
      try reader.run(keepsToken: keepsToken)
      return reader.book.values.sorted()
    }
    try store.contacts.link(Array(names[2...]), author: "me")
    let (one, other) = (HistoryReader(store.contacts), HistoryReader(store.contacts))
    #expect(try run(one) == ["Anna", "Yan", "Zoe"])
    try store.contacts.link([names[0], names[2]], author: "me")
    #expect(try run(one, keepsToken: false) == ["Yan", "Zoe"])
    try delete(items[0])
    #expect(try run(one) == ["Anna", "Yan"])
    #expect(try run(other) == ["Anna", "Yan"])
    try delete(items[2])
    #expect(try run(other, keepsToken: false) == ["Bert", "Yan"])
    try store.contacts.link([names[1], names[3]], author: "me")
    #expect(try run(other) == ["Yan"])
  }

  @Test func `an event says what a contact is made of`() throws {
    let store = try BookStore()
    let home = try store.book("Home")
    let names = try ["Anna", "Bert"].map { identifier(try store.person($0, "Baker", in: home), in: store) }
    try store.contacts.link(names, author: "me")
    for keys in [[], [CNContactGivenNameKey]] {
      let request = CNChangeHistoryFetchRequest()
      request.additionalContactKeyDescriptors = keys
      let events = try store.contacts.enumerator(for: request).value.allObjects
      let event = try #require(events.last as? CNChangeHistoryAddContactEvent)
      #expect(events.count == 2 && names.allSatisfy(event.contact.isUnifiedWithContact))
    }
  }

  /// Whatever is linked, changed and deleted, the events lead to what a fetch has: contacts, and the members of groups.
  @Test(arguments: [true, false]) func `the history equals the unified book`(usesIndex: Bool) throws {
    for run in 0..<(Machine.number("BOOK_HISTORIES") ?? 2) {
      let seed = RandomSeed.choose(run: run)
      var history = try LinkHistory(seed: seed, usesIndex: usesIndex)
      for step in 0..<80 { try history.step("SEED=\(seed) step \(step)") }
    }
  }
}

/// Two domains whose contacts are linked at random.
private struct LinkHistory {
  private let stores: [BookStore]
  private let folders: [ItemID]
  private let contacts: CNContactStore
  private let unified: HistoryReader
  private let plain: HistoryReader
  private var random: SeededGenerator
  /// Whether other programs write links and copy them as well: then a client that lost its token may know too much of a contact.
  private let isRaw: Bool
  private var files: [(store: Int, item: ItemID, name: String)] = []
  private var groups: [ItemID] = []
  private var count = 0

  init(seed: UInt64, usesIndex: Bool) throws {
    random = SeededGenerator(seed: seed)
    isRaw = random.oneIn(2)
    let stores = try [BookStore(), BookStore()]
    self.stores = stores
    folders = try stores.map { try $0.book("Home") }
    contacts = CNContactStore(domains: stores.map(\.domain.directory), usesIndex: usesIndex)
    (unified, plain) = (HistoryReader(contacts), HistoryReader(contacts))
    plain.request.shouldUnifyResults = false
    if isRaw { for reader in [unified, plain] { reader.request.includeGroupChanges = true } }
  }

  mutating func step(_ comment: String) throws {
    count += 1
    switch random.below(16) {
    case 0...2: try add()
    case 3...4: try link()
    case 5: if let file = files.randomElement(using: &random) { _ = try contacts.unlink(name(file), author: "me") }
    case 6: try rename()
    case 7: try delete()
    case 8 where isRaw: try copyLink()
    case 9 where isRaw: try changeGroup()
    case 10 where isRaw: try move()
    case 11...12: try copy(withOtherUID: !isRaw || random.oneIn(3))
    case 13...14: try save()
    default: try add()
    }
    guard random.oneIn(3) else { return }
    let keepsToken = isRaw || random.oneIn(2)
    try check(unified, isUnified: true, keepsToken, comment)
    try check(plain, isUnified: false, keepsToken, comment)
  }

  private func name(_ file: (store: Int, item: ItemID, name: String)) -> String { identifier(file.item, file.store) }

  private func identifier(_ item: ItemID, _ store: Int) -> String {
    "\(stores[store].domain.store.uuid.uuidString):\(item)"
  }

  private func card(_ name: String, _ lines: [String] = []) throws -> String {
    // Some have no name of their own, and get that of what they are linked with.
    let given = count.isMultiple(of: 4) ? "" : "\(name)-\(count)"
    return try CardTexts.card(lines: ["N:;\(given);;;", "FN:\(given)", "UID:\(name)"] + lines).written
  }

  private mutating func add() throws {
    let store = random.below(2)
    let name = "p\(count)"
    files.append((store, try stores[store].file("\(name).vcf", in: folders[store], card(name)), name))
  }

  private mutating func link() throws {
    let some = files.shuffled(using: &random).prefix(2 + random.below(2)).map(name)
    try contacts.link(some, author: "me")
  }

  /// The card that a file has now.
  private func text(_ file: (store: Int, item: ItemID, name: String)) throws -> String {
    let text = try stores[file.store].text("\(file.name).vcf", in: folders[file.store])
    return try text.isEmpty ? stores[file.store].text("\(file.name).vcf", in: .root) : text
  }

  private mutating func rename() throws {
    guard let file = files.randomElement(using: &random) else { return }
    let lines = try text(file).components(separatedBy: "\r\n").filter { $0.contains("-LINK") }
    try stores[file.store].save(card(file.name, lines), to: file.item)
  }

  private mutating func delete() throws {
    guard !files.isEmpty else { return }
    let file = files.remove(at: random.below(files.count))
    try stores[file.store].domain.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(file.item)
    }
  }

  /// A card is copied, by a person or by a program that makes another contact of it.
  private mutating func copy(withOtherUID: Bool) throws {
    guard let file = files.randomElement(using: &random) else { return }
    let name = "p\(count)"
    let store = random.below(2)
    var text = try text(file)
    if withOtherUID { text = text.replacing(/UID:.*\r\n/, with: "UID:\(name)\r\n") }
    files.append((store, try stores[store].file("\(name).vcf", in: folders[store], text), name))
  }

  /// A program changes a unified contact, or one that is a part of it.
  private mutating func save() throws {
    guard let file = files.randomElement(using: &random) else { return }
    let predicate = CNContact.predicateForContacts(withIdentifiers: [name(file)])
    let found = try contacts.unifiedContacts(matching: predicate, keysToFetch: [CNContactGivenNameKey])
    guard
      let contact = (random.oneIn(2) ? found : found.flatMap(\.parts)).randomElement(using: &random)?.mutableCopy()
        as? CNMutableContact
    else { return }
    contact.givenName = "\(count)"
    let request = CNSaveRequest()
    request.update(contact)
    try contacts.execute(request)
  }

  /// A card goes out of the address book, or comes back.
  private mutating func move() throws {
    guard let file = files.randomElement(using: &random) else { return }
    try stores[file.store].domain.change { (transaction) throws(StoreError) in
      let isThere = try transaction.reader.record(file.item)?.parent != .root
      try TreeEditor(transaction).move(
        file.item, to: isThere ? .root : folders[file.store], name: FileName(file.name + ".vcf"))
    }
  }

  /// Another program gives a card the link of another one, or none.
  private mutating func copyLink() throws {
    guard files.count > 1 else { return }
    let some = files.shuffled(using: &random)
    let lines = try text(some[0]).components(separatedBy: "\r\n").filter { $0.contains("-LINK") }
    try stores[some[1].store].save(card(some[1].name, lines), to: some[1].item)
  }

  private mutating func changeGroup() throws {
    let members = files.filter { $0.store == 0 && random.oneIn(2) }.map(\.name)
    let lines =
      ["FN:g", "UID:g\(groups.count)", "X-ADDRESSBOOKSERVER-KIND:group"]
      + members.map { "X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:\($0)" }
    let text = try CardTexts.card(lines: lines).written
    if groups.count < 3 {
      groups.append(try stores[0].file("g\(groups.count).vcf", in: folders[0], text))
    } else {
      let number = random.below(3)
      try stores[0].save(text.replacing("UID:g3", with: "UID:g\(number)"), to: groups[number])
    }
  }

  private mutating func check(
    _ reader: HistoryReader, isUnified: Bool, _ keepsToken: Bool, _ comment: String
  ) throws {
    try reader.run(keepsToken: keepsToken)
    let request = CNContactFetchRequest(keysToFetch: [CNContactGivenNameKey])
    request.unifyResults = isUnified
    var book: [String: String] = [:]
    try contacts.enumerateContacts(with: request) { contact, _ in
      if book.updateValue(contact.givenName, forKey: contact.identifier) != nil { Issue.record("twice, \(comment)") }
    }
    try #require(reader.book == book, "\(comment)")
    guard isRaw else { return }
    for group in groups.map({ identifier($0, 0) }) {
      request.predicate = CNContact.predicateForContactsInGroup(withIdentifier: group)
      var members: Set<String> = []
      try contacts.enumerateContacts(with: request) { contact, _ in members.insert(contact.identifier) }
      try #require(reader.members[group] ?? [] == members, "\(comment)")
    }
  }
}
