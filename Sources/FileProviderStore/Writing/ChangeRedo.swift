import FileProviderSQLite

/// Makes the changes again that a `ChangeRecorder` recorded.
struct ChangeRedo {
  private let bytes: [UInt8]
  private var position = 0
  private let connection: Connection
  private var statements: [ChangeStatement: StoreStatement] = [:]

  /// - Parameter connection: The writing connection, in a transaction.
  init(_ bytes: [UInt8], on connection: Connection) {
    self.bytes = bytes
    self.connection = connection
  }

  /// - Throws: `damaged` when the records make no sense; the error of a statement.
  mutating func run() throws(StoreError) {
    while position < bytes.count {
      guard let change = ChangeStatement(rawValue: try integer()) else { throw Self.damaged }
      let length = Int(try integer() as UInt32)
      guard length <= bytes.count - position else { throw Self.damaged }
      try run(try statement(change), until: position + length)
    }
  }

  private mutating func statement(_ change: ChangeStatement) throws(StoreError) -> StoreStatement {
    if let known = statements[change] { return known }
    let statement = try StoreStatement(change, on: connection)
    statements[change] = statement
    return statement
  }

  private mutating func run(_ statement: StoreStatement, until end: Int) throws(StoreError) {
    var bound: Set<Int32> = []
    while position < end {
      let tag = try byte()
      let index = Int32(try byte())
      guard index > 0, index <= statement.parameterCount, bound.insert(index).inserted else { throw Self.damaged }
      switch tag {
      case ChangeRecorder.Tag.null: statement.bind(index, nil as Int64?)
      case ChangeRecorder.Tag.integer: statement.bind(index, try integer() as Int64)
      case ChangeRecorder.Tag.string: try value().withUnsafeBytes { statement.bind(index, text: $0) }
      case ChangeRecorder.Tag.blob: statement.bind(index, blob: Array(try value()))
      default: throw Self.damaged
      }
    }
    guard position == end, bound.count == Int(statement.parameterCount) else { throw Self.damaged }
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

  private static let damaged = StoreError(.damaged, "the log of acknowledged changes is corrupt")
}
