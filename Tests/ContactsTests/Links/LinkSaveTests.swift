import Contacts
import FileProviderStore
import Foundation
import TestSupport
import Testing
import VCard

/// What a program saves of unified contacts, with random cards and changes.
@Suite struct LinkSaveTests {
  /// Seeds that once failed. A card has the same number twice, and is saved twice without a fetch in between.
  private static let seeds: [UInt64] = [666_444_131]

  /// Each value stays in its own card, byte for byte unless it was changed.
  @Test func `values stay in their cards`() throws {
    for seed in Self.seeds + (0..<(Machine.number("BOOK_HISTORIES") ?? 20)).map({ RandomSeed.choose(run: $0) }) {
      var book = try LinkedBook(seed: seed)
      for step in 0..<12 { try book.step("SEED=\(seed) step \(step)") }
    }
  }
}

/// Linked cards, and what is to be in them.
private struct LinkedBook {
  private struct Line: Equatable {
    /// A parameter, by which the test knows the line.
    let key: String
    var label: String
    var value: String
    var isEdited = false

    /// One that is new has no label.
    var text: String { key == "" ? "TEL:\(value)" : "TEL;X-KEY=\(key);TYPE=\(label):\(value)" }
  }

  private let store: BookStore
  private let home: ItemID
  private let usesIndex: Bool
  private let isRefetched: Bool
  private var cards: [[Line]] = []
  private var random: SeededGenerator
  private var count = 0
  private var contact: CNMutableContact?

  private static let labels = [CNLabelHome: "HOME", CNLabelWork: "WORK"]

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    store = try BookStore()
    home = try store.book("Home")
    usesIndex = random.oneIn(2)
    isRefetched = random.oneIn(2)
    var names: [String] = []
    for card in 0..<2 + random.below(2) {
      let lines = (0..<random.below(5)).map { number in
        Line(key: "\(card)-\(number)", label: random.pick(["HOME", "WORK"]), value: "\(100 + random.below(6))")
      }
      cards.append(lines)
      let text = try CardTexts.card(lines: ["N:\(card);;;;", "FN:\(card)", "UID:\(card)"] + lines.map(\.text)).written
      let item = try store.file("\(card).vcf", in: home, text)
      names.append("\(store.domain.store.uuid.uuidString):\(item)")
    }
    try store.contacts.link(names, author: "test")
  }

  /// The only contact.
  private func fetch() throws -> CNMutableContact {
    let request = CNContactFetchRequest(keysToFetch: [CNContactPhoneNumbersKey])
    request.mutableObjects = true
    var found: [CNMutableContact] = []
    try contacts.enumerateContacts(with: request) { contact, _ in
      if let contact = contact as? CNMutableContact { found.append(contact) }
    }
    try #require(found.count == 1)
    return found[0]
  }

  private var contacts: CNContactStore {
    usesIndex ? store.contacts : CNContactStore(domains: [store.domain.directory], usesIndex: false)
  }

  mutating func step(_ comment: String) throws {
    let contact = if let contact, !random.oneIn(3) { contact } else { try fetch() }
    self.contact = contact
    try change(contact)
    let request = CNSaveRequest()
    request.shouldRefetchContacts = isRefetched
    request.update(contact)
    try contacts.execute(request)
    for card in cards.indices { try check(card, comment) }
    let shown = try fetch().phoneNumbers.map(\.value.stringValue)
    try #require(shown == contact.phoneNumbers.map(\.value.stringValue), "\(comment)")
  }

  private func check(_ card: Int, _ comment: String) throws {
    let text = try store.text("\(card).vcf", in: home)
    let lines = text.components(separatedBy: "\r\n").filter { $0.hasPrefix("TEL") }
    try #require(lines.count == cards[card].count, "\(comment): \(lines)")
    for line in cards[card] {
      let isThere =
        if line.isEdited {
          lines.contains {
            $0.contains("X-KEY=\(line.key);") && $0.contains(line.label) && $0.hasSuffix(":\(line.value)")
          }
        } else {
          lines.contains(line.text)
        }
      try #require(isThere, "\(comment): \(line) in \(lines)")
    }
  }

  /// Changes the list that is shown, and what is to be in the cards.
  private mutating func change(_ contact: CNMutableContact) throws {
    count += 1
    let places = contact.phoneNumbers.indices
    let value = places.isEmpty ? "" : contact.phoneNumbers[places.randomElement(using: &random) ?? 0].value.stringValue
    let place = contact.phoneNumbers.firstIndex { $0.value.stringValue == value }
    // What several values of the first card are is not told apart by their text.
    let isClear = contact.phoneNumbers.filter { $0.value.stringValue == value }.count == 1
    switch random.below(6) {
    case 0:
      contact.phoneNumbers.append(CNLabeledValue(label: nil, value: CNPhoneNumber(stringValue: "\(500 + count)")))
      cards[0].append(Line(key: "", label: "", value: "\(500 + count)"))
    case 1:
      contact.phoneNumbers = contact.phoneNumbers.map { CNLabeledValue(label: $0.label, value: $0.value) }
    case 2:
      contact.phoneNumbers.shuffle(using: &random)
    case 3 where isClear:
      guard let place else { return }
      contact.phoneNumbers.remove(at: place)
      for card in cards.indices { cards[card].removeAll { $0.value == value } }
    case 4 where isClear:
      guard let place else { return }
      let new = "\(700 + count)"
      contact.phoneNumbers[place] = contact.phoneNumbers[place].settingValue(CNPhoneNumber(stringValue: new))
      for card in cards.indices {
        for line in cards[card].indices where cards[card][line].value == value { cards[card][line].value = new }
      }
    case 5 where isClear:
      guard let place, let card = cards.firstIndex(where: { $0.contains { $0.value == value } }),
        let line = cards[card].firstIndex(where: { $0.value == value }), cards[card][line].key != ""
      else { return }
      let label = try #require(Self.labels.keys.sorted().randomElement(using: &random))
      contact.phoneNumbers[place] = contact.phoneNumbers[place].settingLabel(label)
      cards[card][line].label = Self.labels[label] ?? ""
      cards[card][line].isEdited = true
    default: break
    }
  }
}
