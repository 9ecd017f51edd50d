/// The contents of a document: bytes of which each part tells of which text it is and where in it, so that zeros and mixtures are seen.
struct Text: Hashable, CustomStringConvertible {
  var number: Int
  /// In bytes.
  var size: Int

  static let block = 32

  var description: String { "text \(number) of \(size) bytes" }

  var bytes: [UInt8] { bytes(in: 0..<size) }

  /// What is in a range of it.
  func bytes(in range: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    let first = range.lowerBound / Self.block
    for index in first...max(first, (range.upperBound - 1) / Self.block) { bytes += block(index) }
    return Array(bytes.dropFirst(range.lowerBound - first * Self.block).prefix(range.count))
  }

  private func block(_ index: Int) -> [UInt8] {
    let words = "\(number) \(size) \(index) "
    return Array((words + String(repeating: ".", count: Self.block - 1 - words.utf8.count) + "\n").utf8)
  }

  /// - Returns: The text that these bytes are the whole of, or `nil`.
  init?(_ bytes: some Collection<UInt8>) {
    let words = String(decoding: bytes.prefix(Self.block), as: UTF8.self).split(separator: " ")
    guard words.count >= 3, let number = Int(words[0]), let size = Int(words[1]), size == bytes.count else {
      return nil
    }
    self.init(number: number, size: size)
    if !self.bytes.elementsEqual(bytes) { return nil }
  }

  init(number: Int, size: Int) {
    self.number = number
    self.size = max(size, Self.block)
  }
}
