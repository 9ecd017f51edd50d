/// Writes the parts of a payload.
struct PayloadWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds a text after its length, cut to what fits.
  mutating func add(_ text: String, atMost limit: Int) {
    // A text that was cut in a character is read with another in its place.
    let some = Array(text.utf8.prefix(limit))
    add(UInt32(some.count))
    bytes.append(contentsOf: some)
  }
}

/// Reads the parts of a payload, whatever is in it.
struct PayloadReader {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func number<Number: FixedWidthInteger>(_: Number.Type = Number.self) throws(ProtocolError) -> Number {
    let size = MemoryLayout<Number>.size
    guard rest.count >= size else { throw ProtocolError("a message is too short") }
    var number = Number.zero
    for (offset, byte) in rest.prefix(size).enumerated() { number |= Number(truncatingIfNeeded: byte) << (8 * offset) }
    rest = rest.dropFirst(size)
    return number
  }

  mutating func text(atMost limit: Int) throws(ProtocolError) -> String {
    let count = try number(UInt32.self)
    guard count <= limit, count <= rest.count else { throw ProtocolError("a string of \(count) bytes") }
    defer { rest = rest.dropFirst(Int(count)) }
    return String(decoding: rest.prefix(Int(count)), as: UTF8.self)
  }
}
