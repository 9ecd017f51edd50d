/// Writes one JSON object, member by member.
package struct JSONObject: ~Copyable {
  private let writer: ByteWriter
  private var isFirst = true

  package init(_ writer: ByteWriter) throws {
    self.writer = writer
    try writer.append(UInt8(ascii: "{"))
  }

  private mutating func key(_ name: StaticString) throws {
    if isFirst { isFirst = false } else { try writer.append(UInt8(ascii: ",")) }
    try writer.append(UInt8(ascii: "\""))
    try writer.append(name)
    try writer.append("\":" as StaticString)
  }

  package mutating func add(_ name: StaticString, _ value: String) throws {
    try key(name)
    try writer.appendJSON(value)
  }

  package mutating func add(_ name: StaticString, _ value: String?) throws {
    try key(name)
    if let value { try writer.appendJSON(value) } else { try writer.append("null" as StaticString) }
  }

  package mutating func add(_ name: StaticString, _ value: Int64) throws {
    try key(name)
    try writer.append(value)
  }

  package mutating func add(_ name: StaticString, _ value: Bool) throws {
    try key(name)
    try writer.append(value ? "true" as StaticString : "false" as StaticString)
  }

  package mutating func add(_ name: StaticString, _ values: [String]) throws {
    try key(name)
    try writer.appendJSON(values)
  }

  package mutating func add(_ name: StaticString, microseconds: Int64) throws {
    try key(name)
    try writer.appendJSONTime(microseconds: microseconds)
  }

  /// Adds a member whose value `body` writes.
  package mutating func add(_ name: StaticString, _ body: (ByteWriter) throws -> Void) throws {
    try key(name)
    try body(writer)
  }

  package consuming func end() throws { try writer.append(UInt8(ascii: "}")) }
}
