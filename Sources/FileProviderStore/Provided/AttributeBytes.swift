/// Extended attributes in one value: the number of bytes of each name and each value, before it, in 32 bits.
enum AttributeBytes {
  static func bytes(_ attributes: [ExactText: [UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      append(Array(name.text.utf8), to: &bytes)
      append(value, to: &bytes)
    }
    return bytes
  }

  /// - Returns: `nil` for bytes that are not of this form.
  static func attributes(_ bytes: [UInt8]) -> [ExactText: [UInt8]]? {
    var rest = bytes[...]
    var attributes: [ExactText: [UInt8]] = [:]
    while !rest.isEmpty {
      guard let name = next(&rest), let value = next(&rest) else { return nil }
      attributes[ExactText(String(decoding: name, as: UTF8.self))] = Array(value)
    }
    return attributes
  }

  private static func append(_ part: [UInt8], to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(part.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: part)
  }

  private static func next(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(4)
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
