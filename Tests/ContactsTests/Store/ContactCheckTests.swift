import Contacts
import FileProviderStore
import TestSupport
import Testing

/// What a check says of cards while other programs change them.
@Suite struct ContactCheckTests {
  private let store: BookStore
  private let book: ItemID
  private let first: ItemID

  /// The check has read the first card when it finds the broken one, and comes to the second card after that.
  init() throws {
    store = try BookStore()
    book = try store.book("Book")
    first = try store.person("Anna", "Baker", in: book, "UID:1")
    try store.file("broken.vcf", in: book, "BEGIN:VCARD")
    try store.person("Bert", "Baker", in: book, "UID:1")
  }

  /// - Parameter change: Called while the check is under way.
  private func findings(_ change: () throws -> Void = {}) throws -> [String] {
    let directory = store.domain.directory
    var check = try #require(try ContactCheck(storeIn: directory, among: [directory]))
    var found: [StoreFinding] = []
    var failure: (any Error)?
    try check.run {
      found.append($0)
      if found.count == 1 { do { try change() } catch { failure = error } }
    }
    if let failure { throw failure }
    return found.compactMap(\.path)
  }

  @Test func `a second card with a UID is found, and not one whose first was changed or deleted meanwhile`() throws {
    #expect(try findings() == ["/Book/broken.vcf", "/Book/Bert Baker.vcf"])
    let card = try CardTexts.card(lines: ["FN:Anna", "UID:2"]).written
    #expect(try findings { try store.save(card, to: first) } == ["/Book/broken.vcf"])
    try store.save(try CardTexts.card(lines: ["FN:Anna", "UID:1"]).written, to: first)
    let deletion: (Transaction) throws(StoreError) -> Void = { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(first)
    }
    #expect(try findings { try store.domain.change(deletion) } == ["/Book/broken.vcf"])
  }

  /// Only domains of contacts are looked at.
  @Test func `the cards of other domains are documents like any others`() throws {
    #expect(try ContactCheck(storeIn: store.domain.directory, among: []) == nil)
  }
}
