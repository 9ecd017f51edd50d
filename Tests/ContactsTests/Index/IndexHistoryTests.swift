import Contacts
import FileProviderSQLite
import FileProviderStore
import Foundation
import TestSupport
import Testing

/// Address books that change at random, as they are read with the index and without.
@Suite struct IndexHistoryTests {
  /// Whatever programs, providers and damage do to a domain and its index, each fetch finds what parsing all cards finds.
  @Test func `the index changes no result`() throws {
    let runs = Machine.number("BOOK_HISTORIES")
    let (steps, interval) = runs == nil ? (40, 20) : (60, 10)
    for run in 0..<(runs ?? 1) {
      let seed = RandomSeed.choose(run: run)
      var history = try BookHistory(seed: seed)
      for step in 1...steps {
        try history.step()
        if step.isMultiple(of: interval) { try history.compare("step \(step), SEED=\(seed)") }
      }
    }
  }
}

/// A domain that changes at random.
private struct BookHistory {
  private let book: BookStore
  private var random: SeededGenerator
  private var people: RandomContact
  private let plain: CNContactStore
  private var folders: [ItemID] = []
  private var files: [ItemID] = []
  private var evicted: [ItemID: (key: ContentKey, size: Int64)] = [:]
  /// Files whose contents are lost: the index may have them still.
  private var lost: Set<ItemID> = []
  private var count = 0
  /// Where both have read the history of changes to.
  private var token: Data?
  /// An anchor that the index had once.
  private var oldAnchor: String?

  private static let words = ["Anna", "Änne", "Bert", "ANNA-lena", "O'Neil", "山田", "太郎", "straße", "강"]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    people = RandomContact(seed: seed)
    // A short log, so that the index falls behind it.
    book = try BookStore(retention: random.oneIn(2) ? 40 : 4_000_000)
    plain = CNContactStore(domains: [book.domain.directory], usesIndex: false)
    for name in ["Home", "Work"] { folders.append(try book.book(name)) }
  }

  // MARK: Changes

  mutating func step() throws {
    count += 1
    // A program may have deleted some.
    files = try book.domain.store.readCommitted { (reader) throws(StoreError) in
      var left: [ItemID] = []
      for file in files where try reader.item(file) != nil { left.append(file) }
      return left
    }
    lost.formIntersection(files)
    let file = files.isEmpty ? nil : random.pick(files)
    switch (random.below(17), file) {
    case (0...3, _), (_, nil): try add(random.oneIn(5) ? ".tmp" : ".vcf")
    case (4...5, let file?): try write(text(), to: file)
    case (6, let file?):
      try rename(file, to: name(random.pick([".vcf", ".VCF", ".tmp", ""])), in: random.pick(folders))
    case (7, let file?): try delete(file)
    case (8, let file?): try evict(file)
    case (9, _): try restore()
    case (10, let file?):
      try book.domain.change { (transaction) throws(StoreError) in
        try transaction.changeExtendedAttribute("user.test", to: [1], of: file)
      }
    case (11, _): try changeFolder()
    case (12, _): try save()
    case (13, _): try disturbIndex()
    case (14, _): try saveAll()
    case (15, let file?):
      if evicted[file] == nil, lost.insert(file).inserted { try book.loseContents(of: file) }
    default: _ = try book.contacts.groups(matching: nil)
    }
  }

  private func name(_ ending: String) -> String { "\(count)\(ending)" }

  private mutating func add(_ ending: String) throws {
    files.append(try book.file(name(ending), in: random.pick(folders), text()))
  }

  private mutating func write(_ text: String, to file: ItemID) throws {
    evicted[file] = nil
    try book.save(text, to: file)
    lost.remove(file)
  }

  /// A card, two, one of a group, or none.
  private mutating func text() throws -> String {
    let contact = people.contact()
    if random.oneIn(2) { contact.givenName = random.pick(Self.words) }
    if random.oneIn(2) { contact.familyName = random.pick(Self.words) }
    if random.oneIn(3) {
      let address = "\(random.oneIn(3) ? "x\0" : "")Person\(random.below(20))@Example.com"
      contact.emailAddresses = [CNLabeledValue(label: CNLabelWork, value: address as NSString)]
      contact.phoneNumbers = [
        CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: "+49 30 123456\(random.below(20))"))
      ]
    }
    let text = contact.card().written
    switch random.below(12) {
    case 0: return text + text
    case 1: return "no card"
    case 2: return text.replacingOccurrences(of: "\r\nFN", with: "\r\nX-ADDRESSBOOKSERVER-KIND:group\r\nFN")
    case 3:
      let name = random.pick(Self.words)
      return try CardTexts.card(lines: ["FN:\(name)", "EMAIL:\(name)@example.com", "UID:\(count)"]).written
    default: return text
    }
  }

  private func rename(_ file: ItemID, to name: String, in folder: ItemID) throws {
    let name = try FileName(name)
    try book.domain.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(file, to: folder, name: name)
    }
  }

  private mutating func delete(_ file: ItemID) throws {
    files.removeAll { $0 == file }
    evicted[file] = nil
    try book.domain.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(file) }
  }

  /// Contents go and come without a row in the log.
  private mutating func evict(_ file: ItemID) throws {
    let item = try book.domain.store.readCommitted { (reader) throws(StoreError) in try reader.item(file) }
    guard let item, let key = item.content, !lost.contains(file) else { return }
    let data = try Data(contentsOf: book.domain.store.contents.url(of: key))
    try book.domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(nil, size: item.size, dataless: true, of: file, logged: false)
    }
    evicted[file] = try book.contents(String(decoding: data, as: UTF8.self))
  }

  private mutating func restore() throws {
    guard let (file, contents) = evicted.min(by: { $0.key < $1.key }) else { return }
    evicted[file] = nil
    guard files.contains(file) else { return }
    try book.domain.change { (transaction) throws(StoreError) in
      try transaction.setContents(contents.key, size: contents.size, of: file, logged: false)
    }
  }

  private mutating func changeFolder() throws {
    let folder = random.pick(folders)
    let names = ["Home", "Work", ".hidden", "Other"].map { "\($0)\(count)" }
    switch random.below(4) {
    case 0:
      folders.append(try book.domain.create(random.pick(names), in: random.pick([.root, folders[0]]), kind: .folder))
    case 1 where folder != folders[0]: try rename(folder, to: random.pick(names), in: random.pick([.root, folders[0]]))
    default: try rename(folder, to: random.pick(names), in: .root)
    }
  }

  /// A program changes contacts.
  private mutating func save() throws {
    let request = CNSaveRequest()
    if let contact = try book.all().randomElement(using: &random) as? CNMutableContact {
      contact.givenName = random.pick(Self.words)
      if random.oneIn(3) { request.delete(contact) } else { request.update(contact) }
    }
    request.add(people.contact(), toContainerWithIdentifier: nil)
    try book.contacts.execute(request)
  }

  /// More changes than are parsed without the index.
  private mutating func saveAll() throws {
    guard random.oneIn(3) else { return }
    let folder = folders[0]
    let texts = try (0..<300).map { (name: try FileName("\(count)-\($0).vcf"), text: try text()) }
    let made = try book.files(texts, in: folder)
    files += made.prefix(10)
    try book.domain.change { (transaction) throws(StoreError) in
      for file in made.dropFirst(10) { try TreeEditor(transaction).delete(file) }
    }
  }

  /// Another process has removed the index, its disk has damaged it, it is of another version, or it has lost its place.
  private mutating func disturbIndex() throws {
    let url = book.domain.directory.appendingPathComponent("contacts.sqlite")
    guard FileManager.default.fileExists(atPath: url.path) else { return }
    switch random.below(5) {
    case 0:
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + ending) }
    case 1:
      let file = try FileHandle(forWritingTo: url)
      try file.write(contentsOf: Data(random.bytes(8192)))
    // It may be damaged already.
    case 2: try? Connection(url, .writing).execute("PRAGMA user_version = 99")
    case 3: try? Connection(url, .writing).execute("UPDATE progress SET anchor = 'x'")
    default:
      // A range of the log is read twice.
      guard let connection = try? Connection(url, .writing) else { return }
      if let oldAnchor { try? connection.execute("UPDATE progress SET anchor = '\(oldAnchor)'") }
      oldAnchor = (try? connection.texts("SELECT anchor FROM progress"))?.first
    }
  }

  // MARK: Comparing

  mutating func compare(_ comment: String) throws {
    let whole = CNContactVCardSerialization.descriptorForRequiredKeys()
    let names = CNContactFormatter.descriptorForRequiredKeys(for: .fullName)
    let lists: [any CNKeyDescriptor] = [CNContactEmailAddressesKey, CNContactPhoneNumbersKey, CNContactJobTitleKey]
    for keys in [[whole], [names], lists, []] {
      for order in [CNContactSortOrder.none, .familyName] {
        let request = CNContactFetchRequest(keysToFetch: keys)
        request.sortOrder = order
        try compare(comment) { store in
          var found: [CNContact] = []
          try store.enumerateContacts(with: request) { contact, _ in found.append(contact) }
          return readable(found)
        }
      }
    }
    for (number, predicate) in try predicates().enumerated() {
      let keys = random.pick([[whole], [names], lists])
      try compare("predicate \(number), \(comment)") {
        readable(try $0.unifiedContacts(matching: predicate, keysToFetch: keys))
      }
    }
    for terms in [["anna"], ["ann", "bert"], ["person1"], ["a"], ["1234561"], ["EXAMPLE", "an"], ["山"], [""], ["é"]] {
      try compare("\(terms), \(comment)") { store in
        var found: [CNContact] = []
        _ = try store.forEachContact(matching: ContactQuery(terms), keys: ContactQuery.keys) { found.append($0) }
        return readable(found)
      }
    }
    try compare(comment) { try $0.groups(matching: nil) }
    try compareHistories(comment)
  }

  private func predicates() throws -> [NSPredicate] {
    let containers = try plain.containers(matching: nil).map(\.identifier)
    let groups = try plain.groups(matching: nil).map(\.identifier)
    let contacts = try BookStore.all(plain).map(\.identifier)
    var predicates = [CNContact.predicateForContacts(withIdentifiers: Array(contacts.prefix(3)))]
    for name in ["anna", "ann len", "山", "STRASSE", "강", "", "neil"] {
      predicates.append(CNContact.predicateForContacts(matchingName: name))
    }
    for address in ["person1@example.com", "", "a"] {
      predicates.append(CNContact.predicateForContacts(matchingEmailAddress: address))
    }
    for number in ["030 1234561", "+4930 1234562", "4", ""] {
      predicates.append(CNContact.predicateForContacts(matching: CNPhoneNumber(stringValue: number)))
    }
    for container in containers {
      predicates.append(CNContact.predicateForContactsInContainer(withIdentifier: container))
    }
    for group in groups.prefix(2) { predicates.append(CNContact.predicateForContactsInGroup(withIdentifier: group)) }
    return predicates
  }

  /// Without those whose contents are lost.
  private func readable(_ contacts: [CNContact]) -> [CNContact] {
    let lost = Set(lost.map(identifier))
    return contacts.filter { !lost.contains($0.identifier) }
  }

  private func identifier(_ file: ItemID) -> String { "\(book.domain.store.uuid.uuidString):\(file)" }

  private mutating func compareHistories(_ comment: String) throws {
    var tokens: [Data] = []
    for token in [nil, token] {
      for keys in [[], [CNContactGivenNameKey], [CNContactNoteKey]] {
        let request = CNChangeHistoryFetchRequest()
        request.startingToken = token
        request.includeGroupChanges = true
        request.additionalContactKeyDescriptors = keys
        try compare(comment) { store in
          let result = try store.enumerator(for: request)
          tokens.append(result.currentHistoryToken)
          return result.value.allObjects.map { EventText($0, keys).text }.filter { text in
            !lost.contains { "\(text) ".contains("\(identifier($0)) ") }
          }
        }
      }
    }
    #expect(Set(tokens).count == 1)
    token = tokens.first
  }

  private func compare<Result: Equatable>(_ comment: String, _ body: (CNContactStore) throws -> Result) throws {
    let (expected, found) = (try body(plain), try body(book.contacts))
    #expect(found == expected, "\(comment)")
  }
}

/// An event in words.
private final class EventText: NSObject, CNChangeHistoryEventVisitor {
  private(set) var text = "other"
  private let keys: [String]

  init(_ event: Any, _ keys: [String]) {
    self.keys = keys
    super.init()
    (event as? CNChangeHistoryEvent)?.accept(self)
  }

  private func text(_ contact: CNContact) -> String {
    let values = contact.isKeyAvailable(CNContactGivenNameKey) ? contact.givenName : ""
    let note = contact.isKeyAvailable(CNContactNoteKey) ? contact.note : ""
    return "\(contact.identifier) \(values) \(note)"
  }

  func visit(_ event: CNChangeHistoryDropEverythingEvent) { text = "drop" }
  func visit(_ event: CNChangeHistoryAddContactEvent) {
    text = "add \(text(event.contact)) \(event.containerIdentifier ?? "")"
  }
  func visit(_ event: CNChangeHistoryUpdateContactEvent) { text = "update \(text(event.contact))" }
  func visit(_ event: CNChangeHistoryDeleteContactEvent) { text = "delete \(event.contactIdentifier)" }
  func visit(_ event: CNChangeHistoryAddGroupEvent) { text = "add group \(event.group.identifier) \(event.group.name)" }
  func visit(_ event: CNChangeHistoryUpdateGroupEvent) {
    text = "update group \(event.group.identifier) \(event.group.name)"
  }
  func visit(_ event: CNChangeHistoryDeleteGroupEvent) { text = "delete group \(event.groupIdentifier)" }
}
