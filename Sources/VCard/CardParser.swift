import Glibc

/// Divides a stream into cards, in time and memory that grow with the stream and the largest card.
///
/// Append bytes as they come, and take elements until there is none:
/// all bytes are in one element each, in order, so that nothing is lost of what is no card.
package struct CardParser {
  /// A part of the stream.
  package enum Element: Equatable, Sendable {
    /// A card, with the blank lines before and after it.
    case card(Card)
    /// What is no card, as it is in the stream.
    case broken(CardProblem, [UInt8])

    /// The part as it is in the stream.
    package var bytes: [UInt8] {
      switch self {
      case .card(let card): card.bytes
      case .broken(_, let bytes): bytes
      }
    }
  }

  private enum State {
    /// Between cards.
    case blank
    /// In what is no card.
    case broken(CardProblem)
    case inside(CardOutline)
    /// After `END:VCARD`.
    case closed(CardOutline)
  }

  /// The most bytes of a card; a larger one is divided into parts that are no cards.
  private let limit: Int
  private var state = State.blank
  /// What is not in an element yet, after some bytes that are.
  private var buffer: [UInt8] = []
  /// Where the next element begins.
  private var start = 0
  /// Where the next line begins, and its number in the stream.
  private var position = 0
  private var number = 1
  /// Before it no line that has not been taken ends, so that no byte is looked at twice.
  private var searched = 0
  private var isFinished = false

  package init(limit: Int = 32 << 20) { self.limit = limit }

  /// All elements of a stream.
  package static func elements(of bytes: some Sequence<UInt8>) -> [Element] {
    var parser = CardParser()
    parser.append(bytes)
    parser.finish()
    var elements: [Element] = []
    while let element = parser.next() { elements.append(element) }
    return elements
  }

  /// Adds bytes of the stream.
  package mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 1 << 16, start > buffer.count / 2 {
      buffer.removeFirst(start)
      position -= start
      searched -= start
      start = 0
    }
    buffer += bytes
  }

  /// Says that the stream ends here.
  package mutating func finish() { isFinished = true }

  /// The next element; nil if that needs more of the stream, or at its end.
  package mutating func next() -> Element? {
    while let line = nextLine() {
      if let element = take(line) { return element }
      if position - start > limit { return divide(at: position) }
    }
    if isFinished { return divide(at: buffer.count) }
    return buffer.count - start > limit ? divide(at: buffer.count) : nil
  }

  /// The next line with its end; nil where the end has not come yet.
  private mutating func nextLine() -> Range<Int>? {
    let found = buffer.withUnsafeBytes { bytes -> Int? in
      guard searched < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + searched, Int32(UInt8.lineFeed), bytes.count - searched).map {
        $0 - UnsafeMutableRawPointer(mutating: base)
      }
    }
    searched = found ?? buffer.count
    if let found { return position..<found + 1 }
    return isFinished && position < buffer.count ? position..<buffer.count : nil
  }

  /// Decides what a line is. An element ends before the line, which is then taken again, or after it.
  private mutating func take(_ range: Range<Int>) -> Element? {
    let line = LineKind(buffer[range], isFirst: number == 1)
    switch state {
    case .blank:
      if line == .begin {
        state = .inside(CardOutline(opening: range.upperBound - start, line: number))
      } else if line != .blank {
        state = .broken(CardProblem(line: number, reason: .outsideOfCard))
      }
    case .broken(let problem):
      if line == .begin { return broken(problem, end: range.lowerBound) }
      if line == .end, problem.reason == .tooLarge {
        advance(over: range)
        return broken(problem, end: range.upperBound)
      }
    case .inside(var outline):
      state = .blank
      let isNew = outline.add(line, buffer[range], at: range.lowerBound - start, number: number)
      if !isNew {
        return broken(CardProblem(line: outline.line, reason: .noEnd), end: range.lowerBound)
      }
      state = outline.isClosed ? .closed(outline) : .inside(outline)
    case .closed(let outline):
      if line != .blank { return card(outline, end: range.lowerBound) }
    }
    advance(over: range)
    return nil
  }

  private mutating func advance(over range: Range<Int>) {
    position = range.upperBound
    searched = position
    number += 1
  }

  /// Ends an element where it may not have an end by itself: at the end of the stream, or because it is too large.
  private mutating func divide(at end: Int) -> Element? {
    if end == start { return nil }
    let number = number
    position = end
    searched = end
    switch state {
    case .closed(let outline): return card(outline, end: end)
    case .blank: return broken(CardProblem(line: number, reason: .outsideOfCard), end: end)
    case .broken(let problem):
      defer { state = .broken(problem) }
      return broken(problem, end: end)
    case .inside(let outline):
      let problem = CardProblem(line: outline.line, reason: end - start > limit ? .tooLarge : .noEnd)
      defer { state = .broken(problem) }
      return broken(problem, end: end)
    }
  }

  private mutating func broken(_ problem: CardProblem, end: Int) -> Element {
    defer { start = end }
    state = .blank
    return .broken(problem, Array(buffer[start..<end]))
  }

  private mutating func card(_ outline: CardOutline, end: Int) -> Element {
    defer { start = end }
    state = .blank
    return .card(outline.card(Array(buffer[start..<end])))
  }
}
