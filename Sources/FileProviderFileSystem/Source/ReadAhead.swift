/// How much of a document is asked for when a part of it is missing: more and more for those that read on where they were before.
struct ReadAhead: Sendable {
  /// What was asked for last.
  private var asked: [Range<Int64>] = []

  private static let alignment: Int64 = 128 << 10
  private static let smallest: Int64 = 256 << 10
  private static let largest: Int64 = 16 << 20
  private static let remembered = 8

  /// What to ask for.
  ///
  /// Reads that come side by side, as the kernel's own reading ahead sends them, get the same question.
  ///
  /// - Parameters:
  ///   - missing: What is missing, from where somebody reads up to what is here, or to the end of the document.
  ///   - count: How much of it is waited for at least, in bytes.
  mutating func question(for missing: Range<Int64>, atLeast count: Int64) -> Range<Int64> {
    let place = missing.lowerBound
    if let known = asked.last(where: { $0.contains(place) }) { return known }
    let before = asked.last { $0.upperBound <= place && place - $0.upperBound < Int64($0.count) }
    let length = before.map { min(Self.largest, 2 * Int64($0.count)) } ?? Self.smallest
    // The place is within a document, so nothing overflows.
    let start = place / Self.alignment * Self.alignment
    let end = (max(place + count, start + length) + Self.alignment - 1) / Self.alignment * Self.alignment
    let question = max(start, 0)..<max(min(end, missing.upperBound), place + 1)
    asked.append(question)
    if asked.count > Self.remembered { asked.removeFirst() }
    return question
  }

  /// Forgets a question that was not answered.
  mutating func forget(_ question: Range<Int64>) { asked.removeAll { $0 == question } }
}
