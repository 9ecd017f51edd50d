import Contacts
import FileProviderProgram
import Foundation
import Glibc
import LinuxSystem
import VCard

/// Adds the cards of files to a container.
struct ContactImport {
  let store: CNContactStore
  let container: String?
  let author: String
  let replaces: Bool
  /// The contacts that are there: by their UID, or else by their bytes.
  private var existing: [String: (identifier: String, hash: Int, link: CardLink?)] = [:]
  /// The cards to save next, each with the identifier of the contact that it replaces.
  private var waiting: [(card: Card, replaced: String?)] = []
  private var (added, replaced, unchanged) = (0, 0, 0)
  private var hasFailed = false

  /// How many cards are added together. Others who change the domain wait for that long.
  private static let batch = 200

  init(store: CNContactStore, container: String?, author: String, replaces: Bool) {
    self.store = store
    self.container = container
    self.author = author
    self.replaces = replaces
  }

  /// Reads what is in the container already.
  mutating func noteExisting() throws {
    let place = try container ?? store.containers(matching: nil).first?.identifier
    guard let place else { return }
    let unreadable = try store.forEachCard(in: place, includesGroups: true) { card in
      existing[Self.key(card.card)] = (card.contact.identifier, Self.hash(card.card), card.card.link)
    }
    for path in unreadable { fail(path, "its contents cannot be read") }
  }

  /// - Parameter file: A path; `-` for standard input.
  mutating func add(file: String) throws {
    let descriptor = file == "-" ? Descriptor(owning: dup(STDIN_FILENO)) : Descriptor(opening: file, O_RDONLY)
    guard let descriptor else { return fail(file, System.reason()) }
    var parser = CardParser()
    var cards = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var isAtEnd = false
    while !isAtEnd {
      let count = read(descriptor.number, &buffer, buffer.count)
      if count < 0 {
        if errno == EINTR { continue }
        return fail(file, System.reason())
      }
      isAtEnd = count == 0
      if isAtEnd { parser.finish() } else { parser.append(buffer[..<count]) }
      while let element = parser.next() {
        switch element {
        case .card(let card):
          cards += 1
          try add(card, file, cards)
        case .broken(_, let bytes) where bytes.allSatisfy({ " \t\r\n".utf8.contains($0) }): break
        case .broken(let problem, _): fail(file, problem.description)
        }
      }
    }
    if cards == 0 { fail(file, "no card in it") }
  }

  private mutating func add(_ card: Card, _ file: String, _ number: Int) throws {
    let key = Self.key(card)
    let hash = Self.hash(card)
    if let old = existing[key] {
      if old.hash == hash {
        unchanged += 1
      } else if old.identifier.isEmpty {
        fail("\(file), card \(number)", "an earlier card of this import has its UID; the earlier one is kept")
      } else if replaces {
        // The contact stays linked.
        waiting.append((card.linked(card.link ?? old.link), old.identifier))
        // Each contact is replaced once.
        existing[key] = ("", hash, nil)
        replaced += 1
      } else {
        fail("\(file), card \(number)", "another contact has its UID; --replace replaces that")
      }
    } else {
      waiting.append((card, nil))
      existing[key] = ("", hash, nil)
      added += 1
    }
    if waiting.count == Self.batch { try save() }
  }

  /// Saves what waits, and says what was done.
  mutating func finish() throws {
    try save()
    let parts = [
      "\(added) added", replaced > 0 ? "\(replaced) replaced" : nil, unchanged > 0 ? "\(unchanged) unchanged" : nil,
    ]
    Console.say("contacts: " + parts.compactMap(\.self).joined(separator: ", "))
    // Until the index is complete, each search would read the cards that it does not know.
    while !Interruption.hasCome, try !store.feedIndex() {}
    if hasFailed { throw CommandEnd(status: .failed) }
  }

  private mutating func save() throws {
    if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
    while !waiting.isEmpty {
      do {
        try store.execute(request())
        waiting = []
      } catch let error as CNError where error.code == .recordDoesNotExist {
        // A contact that was to be replaced was deleted meanwhile: its card is added.
        let gone = Set(error.affectedRecordIdentifiers ?? [])
        guard let index = waiting.firstIndex(where: { $0.replaced.map(gone.contains) ?? false }) else { throw error }
        waiting[index].replaced = nil
        replaced -= 1
        added += 1
      }
    }
  }

  private func request() -> CNSaveRequest {
    let request = CNSaveRequest()
    request.transactionAuthor = author
    for (card, replaced) in waiting {
      if let replaced {
        request.replaceCard(ofContactWithIdentifier: replaced, with: card)
      } else {
        request.add(card, toContainerWithIdentifier: container)
      }
    }
    return request
  }

  private mutating func fail(_ what: String, _ reason: String) {
    Console.fail(CommandFailure(what, reason))
    hasFailed = true
  }

  /// What two cards of one contact have in common.
  private static func key(_ card: Card) -> String {
    guard let uid = card.uid else { return "\(hash(card))" }
    return "UID:" + uid
  }

  /// That contacts were linked here is no difference to the file that they came from.
  private static func hash(_ card: Card) -> Int { card.linked(nil).streamBytes.hashValue }
}
