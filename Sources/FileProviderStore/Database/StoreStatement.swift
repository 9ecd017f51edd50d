import FileProviderSQLite
import LinuxSystem

/// A prepared statement with the types and errors of the store. It records its runs if they may have to be restored.
final class StoreStatement: RowColumns {
  let statement: PreparedStatement
  /// Records the runs of a statement that changes something.
  private let recorder: ChangeRecorder?
  private var parameters = RecordedParameters()
  private let change: ChangeStatement?

  /// - Throws: What SQLite said; `damaged` when the schema is not what this version wrote.
  convenience init(_ sql: String, on connection: Connection) throws(StoreError) {
    try self.init(sql, on: connection, change: nil, recorder: nil)
  }

  /// - Parameter recorder: The connection's recorder, if changes may have to be restored.
  /// - Throws: What SQLite said.
  convenience init(
    _ change: ChangeStatement, on connection: Connection, recorder: ChangeRecorder? = nil
  ) throws(StoreError) {
    try self.init(change.sql, on: connection, change: change, recorder: recorder)
  }

  private init(
    _ sql: String, on connection: Connection, change: ChangeStatement?, recorder: ChangeRecorder?
  ) throws(StoreError) {
    do throws(SQLiteError) { statement = try PreparedStatement(sql, on: connection) } catch { throw StoreError(error) }
    self.change = change
    self.recorder = recorder
  }

  /// Whether it changes nothing.
  var isReading: Bool { statement.isReading }

  /// How many parameters have to be bound.
  var parameterCount: Int32 { statement.parameterCount }

  // MARK: Parameters

  @inline(__always) func bind(_ index: Int32, _ value: Int64) {
    statement.bind(index, value)
    if isRecorded { parameters.add(index, value) }
  }

  @inline(__always) func bind(_ index: Int32, _ value: ItemID) { bind(index, value.rawValue) }
  @inline(__always) func bind(_ index: Int32, _ value: Generation) { bind(index, value.rawValue) }

  @inline(__always) func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  private func bindNull(_ index: Int32) {
    statement.bindNull(index)
    if isRecorded { parameters.addNull(index) }
  }

  /// Binds text by copying it.
  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bind(index, text: UnsafeRawBufferPointer($0)) }
  }

  func bind(_ index: Int32, _ text: String?) {
    if let text { bind(index, text) } else { bindNull(index) }
  }

  /// Binds a name by copying it, as the bytes it is.
  func bind(_ index: Int32, _ name: FileName) { name.withBytes { bind(index, text: $0) } }

  func bind(_ index: Int32, _ name: FileName?) {
    if let name { bind(index, name) } else { bindNull(index) }
  }

  /// Binds the bytes that a string spells, a path or the name of an attribute, by copying them.
  func bind(_ index: Int32, spelling: String) { spelling.withSpelledBytes { bind(index, text: $0) } }

  /// Binds text by copying its bytes, which need not be valid UTF-8.
  func bind(_ index: Int32, text: UnsafeRawBufferPointer) {
    if isRecorded { parameters.add(index, text, isText: true) }
    statement.bind(index, text: text)
  }

  /// Binds text without copying it; it must stay where it is until the statement is reset.
  @inline(__always) func bindInPlace(_ index: Int32, text: UnsafeRawBufferPointer) {
    statement.bindInPlace(index, text: text)
    if isRecorded { parameters.add(index, text, isText: true) }
  }

  /// Binds a blob by copying it; an empty one stays a blob and does not become NULL.
  func bind(_ index: Int32, blob: [UInt8]?) {
    guard let blob else { return bindNull(index) }
    blob.withUnsafeBytes { bytes in
      if isRecorded { parameters.add(index, bytes, isText: false) }
      statement.bind(index, blob: bytes)
    }
  }

  // MARK: Running

  /// Advances to the next row.
  ///
  /// - Returns: Whether there is one.
  @inline(__always) func step() throws(StoreError) -> Bool {
    if isRecorded, !statement.isRunning { record() }
    do throws(SQLiteError) { return try statement.step() } catch { throw StoreError(error) }
  }

  /// Runs a statement that delivers no rows, and resets it.
  @inline(__always) func run() throws(StoreError) {
    if isRecorded { record() }
    do throws(SQLiteError) { try statement.run() } catch { throw StoreError(error) }
  }

  @inline(__always) private var isRecorded: Bool { recorder?.isRecording ?? false }

  /// Records a run before it happens. If it fails, its whole transaction is rolled back, and the record with it.
  private func record() {
    guard let recorder, let change else { return }
    assert(parameters.count == parameterCount, "a parameter has the value of an earlier run")
    recorder.note(change, parameters.bytes)
    parameters.clear()
  }

  @inline(__always) func reset() { statement.reset() }

  // MARK: Columns of the current row

  @inline(__always) func integer(_ column: Int32) -> Int64 { statement.integer(column) }
  @inline(__always) func isNull(_ column: Int32) -> Bool { statement.isNull(column) }
  @inline(__always) func bytes(_ column: Int32) -> UnsafeRawBufferPointer { statement.bytes(column) }

  func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }
  func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  func blobOrNil(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : Array(bytes(column)) }
}

extension RowColumns {
  @inline(__always) func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  /// The name of an item.
  @inline(__always) func name(_ column: Int32) -> FileName { FileName(stored: bytes(column)) }
  /// The spelling of bytes that need not be valid UTF-8: a path, or the name of an attribute.
  @inline(__always) func spelling(_ column: Int32) -> String { String(spelling: bytes(column)) }
}

extension RowVisitor {
  /// Makes a function known to a connection, which must not outlive this.
  ///
  /// - Throws: What SQLite said.
  convenience init(_ function: String, on connection: Connection) throws(StoreError) {
    do throws(SQLiteError) { try self.init(function: function, on: connection) } catch { throw StoreError(error) }
  }

  /// Runs a statement whose parameters are bound, and resets it. Inlined, so that `body` and what is around it are one closure.
  ///
  /// - Parameter body: Is given the rows, which are valid during the call; returns whether to go on.
  /// - Throws: What `body` threw, or what SQLite said.
  @inline(__always) func run(_ rows: StoreStatement, _ body: (RowValues) throws(StoreError) -> Bool) throws(StoreError)
  {
    var failure: StoreError?
    do throws(SQLiteError) {
      try run(rows.statement) { row in
        do throws(StoreError) { return try body(row) } catch {
          failure = error
          return false
        }
      }
    } catch { throw StoreError(error) }
    if let failure { throw failure }
  }
}
