/// Scans the tags of a small XML document. Its work and memory are bounded by the size of the document.
struct MarkupScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var open: [String] = []

  /// The deepest nesting that is accepted.
  private static let deepest = 64

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Calls `body` at the beginning of each element.
  ///
  /// - Returns: Whether the document is whole: one element `root`, with every element in it closed.
  mutating func scan(root: String, _ body: (String, [String: String]) -> Void) -> Bool {
    var hasRoot = false
    while let start = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      guard !open.isEmpty || isBlank(position..<start) else { return false }
      position = start
      if let end = Self.skipped.first(where: { starts(with: $0.begin) })?.end {
        guard skip(behind: end) else { return false }
      } else if starts(with: "</") {
        guard close() else { return false }
      } else {
        guard let (name, attributes, isClosed) = tag(), !open.isEmpty || (!hasRoot && name == root) else {
          return false
        }
        hasRoot = true
        body(name, attributes)
        if !isClosed { open.append(name) }
        guard open.count <= Self.deepest else { return false }
      }
    }
    return hasRoot && open.isEmpty && isBlank(position..<bytes.count)
  }

  /// Skips what is not an element: comments, character data, instructions, declarations.
  private static let skipped: [(begin: StaticString, end: StaticString)] = [
    ("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">"),
  ]

  private func starts(with text: StaticString, at place: Int? = nil) -> Bool {
    let place = place ?? position
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
  }

  private mutating func skip(behind text: StaticString) -> Bool {
    while position < bytes.count {
      if starts(with: text) {
        position += text.utf8CodeUnitCount
        return true
      }
      position += 1
    }
    return false
  }

  private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(Self.isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d }

  private mutating func skipSpace() { while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 } }

  /// A name: up to what cannot be in one.
  private mutating func name() -> String? {
    let start = position
    while position < bytes.count, !Self.isSpace(bytes[position]), !Array("=/><\"'&".utf8).contains(bytes[position]) {
      position += 1
    }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func close() -> Bool {
    position += 2
    guard let name = name(), open.popLast() == name else { return false }
    skipSpace()
    return take(">")
  }

  private mutating func tag() -> (name: String, attributes: [String: String], isClosed: Bool)? {
    position += 1
    guard let tag = name() else { return nil }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if take(">") { return (tag, attributes, false) }
      if take("/") { return take(">") ? (tag, attributes, true) : nil }
      guard let attribute = name() else { return nil }
      skipSpace()
      guard take("=") else { return nil }
      skipSpace()
      guard let value = value(), attributes.updateValue(value, forKey: attribute) == nil else { return nil }
    }
  }

  private mutating func value() -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      return nil
    }
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: bytes[position]) else { return nil }
    position = end + 1
    guard !bytes[start..<end].contains(UInt8(ascii: "<")),
      let text = String(validating: bytes[start..<end], as: UTF8.self)
    else { return nil }
    return text.utf8.contains(UInt8(ascii: "&")) ? Self.resolved(text) : text
  }

  /// The text with its references replaced.
  private static func resolved(_ text: String) -> String? {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts[0])
    for part in parts.dropFirst() {
      guard let end = part.firstIndex(of: ";"), let character = character(part[..<end]) else { return nil }
      result.unicodeScalars.append(character)
      result += part[part.index(after: end)...]
    }
    return result
  }

  private static func character(_ reference: Substring) -> Unicode.Scalar? {
    switch reference {
    case "amp": "&"
    case "lt": "<"
    case "gt": ">"
    case "quot": "\""
    case "apos": "'"
    case _ where reference.hasPrefix("#x"): UInt32(reference.dropFirst(2), radix: 16).flatMap { Unicode.Scalar($0) }
    case _ where reference.hasPrefix("#"): UInt32(reference.dropFirst()).flatMap { Unicode.Scalar($0) }
    default: nil
    }
  }
}
