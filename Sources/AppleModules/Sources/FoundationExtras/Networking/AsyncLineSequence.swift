/// The lines of bytes that come one after the other, as UTF-8.
///
/// As on macOS, a line ends with a line feed, a carriage return, both, or another of Unicode's ends of lines, and empty lines are left out.
///
/// Apple: Foundation / `AsyncLineSequence`.
public struct AsyncLineSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  /// A line, without its end.
  public typealias Element = String

  let base: Base

  /// Makes the lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var base: Base.AsyncIterator
    private var line: [UInt8] = []
    private var isAtEnd = false

    init(_ base: Base.AsyncIterator) { self.base = base }

    /// The next line that is not empty; `nil` at the end.
    public mutating func next() async throws -> String? {
      while !isAtEnd {
        guard let byte = try await base.next() else {
          isAtEnd = true
          break
        }
        line.append(byte)
        guard let ended = Self.withoutEnd(line) else { continue }
        line.removeAll(keepingCapacity: true)
        if !ended.isEmpty { return String(decoding: ended, as: UTF8.self) }
      }
      guard !line.isEmpty else { return nil }
      defer { line = [] }
      return String(decoding: line, as: UTF8.self)
    }

    /// What is before the end of a line; `nil` where the line has not ended.
    private static func withoutEnd(_ line: [UInt8]) -> ArraySlice<UInt8>? {
      // Line feed, vertical tab, form feed, carriage return: of a carriage return and a line feed, the second ends an empty line.
      if let last = line.last, (0x0A...0x0D).contains(last) { return line.dropLast() }
      if line.hasEnd(0xC2, 0x85) { return line.dropLast(2) }
      return line.hasEnd(0xE2, 0x80, 0xA8) || line.hasEnd(0xE2, 0x80, 0xA9) ? line.dropLast(3) : nil
    }
  }

  /// Begins with the first line.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base.makeAsyncIterator()) }
}

extension AsyncLineSequence: Sendable where Base: Sendable {}

extension AsyncSequence where Element == UInt8 {
  /// The lines that the bytes are, as UTF-8.
  public var lines: AsyncLineSequence<Self> { AsyncLineSequence(base: self) }
}

extension [UInt8] {
  fileprivate func hasEnd(_ bytes: UInt8...) -> Bool { suffix(bytes.count).elementsEqual(bytes) }
}
