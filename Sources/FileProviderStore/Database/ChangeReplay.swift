import GRDBSQLite

/// Runs once more what a `ChangeRecorder` noted.
struct ChangeReplay {
  private let bytes: [UInt8]
  private var position = 0
  private let reader: StoreReader
  private var statements: [UInt16: PreparedStatement] = [:]

  /// - Parameter reader: Of the writing connection, in a transaction.
  init(_ bytes: [UInt8], on reader: StoreReader) {
    self.bytes = bytes
    self.reader = reader
  }

  /// - Throws: `damaged` when the records make no sense; what a statement met with.
  mutating func run() throws(StoreError) {
    while position < bytes.count {
      let tag = try byte()
      let number: UInt16 = try integer()
      let length = Int(try integer() as UInt32)
      guard length <= bytes.count - position else { throw Self.damaged }
      switch tag {
      case ChangeRecorder.Tag.text:
        let sql = String(decoding: bytes[position..<position + length], as: UTF8.self)
        position += length
        statements[number] = try reader.variableStatement(sql)
      case ChangeRecorder.Tag.run:
        guard let statement = statements[number] else { throw Self.damaged }
        try run(statement, until: position + length)
      default: throw Self.damaged
      }
    }
  }

  private mutating func run(_ statement: PreparedStatement, until end: Int) throws(StoreError) {
    while position < end {
      let tag = try byte()
      let index = Int32(try byte())
      switch tag {
      case ChangeRecorder.Tag.null: statement.bind(index, nil as Int64?)
      case ChangeRecorder.Tag.integer: statement.bind(index, try integer() as Int64)
      case ChangeRecorder.Tag.string: try value().withUnsafeBytes { statement.bind(index, text: $0) }
      case ChangeRecorder.Tag.blob: statement.bind(index, blob: Array(try value()))
      default: throw Self.damaged
      }
    }
    guard position == end else { throw Self.damaged }
    try statement.run()
  }

  private mutating func value() throws(StoreError) -> ArraySlice<UInt8> {
    let length = Int(try integer() as UInt32)
    guard length <= bytes.count - position else { throw Self.damaged }
    defer { position += length }
    return bytes[position..<position + length]
  }

  private mutating func byte() throws(StoreError) -> UInt8 { try integer() }

  private mutating func integer<Value: FixedWidthInteger>() throws(StoreError) -> Value {
    let size = MemoryLayout<Value>.size
    guard size <= bytes.count - position else { throw Self.damaged }
    defer { position += size }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Value.self) }
  }

  private static let damaged = StoreError(.damaged, "the log of acknowledged changes makes no sense")
}
