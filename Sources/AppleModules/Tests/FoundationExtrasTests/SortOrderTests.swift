import FoundationExtras
import TestSupport
import Testing

/// Orders by the names of properties, which have no Objective-C to ask.
@Suite struct SortOrderTests {
  private class Named: NSObject {
    let name: String
    init(_ name: String) { self.name = name }

    func compareLengths(_ other: Named) -> ComparisonResult {
      NSNumber(value: name.count).compare(NSNumber(value: other.name.count))
    }
  }

  private final class Document: Named {
    let size: Int64
    let changed: Date?
    init(_ name: String, _ size: Int64 = 0, _ changed: Date? = nil) {
      self.size = size
      self.changed = changed
      super.init(name)
    }
  }

  private let documents: NSArray = [
    Document("b10", 3, Date(timeIntervalSince1970: 5)), Document("A", 20), Document("b9", 1, .distantPast),
  ]

  private func names(_ order: NSSortDescriptor...) -> [String] {
    documents.sortedArray(using: order).compactMap { ($0 as? Document)?.name }
  }

  @Test func `objects are sorted by the texts, numbers and dates of a property`() {
    #expect(names(NSSortDescriptor(key: "name", ascending: true)) == ["A", "b10", "b9"])
    #expect(names(NSSortDescriptor(key: "size", ascending: false)) == ["A", "b10", "b9"])
    #expect(names(NSSortDescriptor(key: "size", ascending: true)) == ["b9", "b10", "A"])
    #expect(names(NSSortDescriptor(key: "changed", ascending: true)) == ["A", "b9", "b10"])
    #expect(names(NSSortDescriptor(key: "changed", ascending: false)) == ["b10", "b9", "A"])
  }

  @Test func `a comparison of texts may be named`() {
    let order = NSSortDescriptor(key: "name", ascending: true, comparing: NSString.localizedStandardCompare(_:))
    #expect(names(order) == ["A", "b9", "b10"])
    let folded = NSSortDescriptor(key: "name", ascending: false, comparing: NSString.caseInsensitiveCompare(_:))
    #expect(names(folded) == ["b9", "b10", "A"])
  }

  @Test func `objects are sorted by a method of theirs`() {
    let sorted = documents.sortedArray(calling: Document.compareLengths(_:))
    #expect(sorted.compactMap { ($0 as? Document)?.name } == ["A", "b9", "b10"])
    let texts = NSMutableArray(array: ["b", "A", "c"].map { NSString(string: $0) })
    texts.sort(calling: NSString.caseInsensitiveCompare(_:))
    #expect(texts as? [String] == ["A", "b", "c"])
  }

  @Test func `objects without the method stay as they are`() {
    let numbers: NSArray = [2, 1]
    #expect(numbers.sortedArray(calling: Document.compareLengths(_:)) as? [Int] == [2, 1])
  }

  @Test func `a key that nothing has leaves the order, and no key compares the objects`() {
    #expect(names(NSSortDescriptor(key: "colour", ascending: true)) == ["b10", "A", "b9"])
    let texts: NSArray = ["b", "a"]
    #expect(texts.sortedArray(using: [NSSortDescriptor(key: nil, ascending: true)]) as? [String] == ["a", "b"])
    let pairs: NSArray = [["n": 2], ["n": 1]]
    let sorted = pairs.sortedArray(using: [NSSortDescriptor(key: "n", ascending: true)])
    #expect((sorted as? [[String: Int]])?.compactMap { $0["n"] } == [1, 2])
  }
}
