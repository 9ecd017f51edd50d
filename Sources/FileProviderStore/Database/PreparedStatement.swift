import CSQLite
import Glibc

/// A prepared statement on a connection that one thread uses at a time.
///
/// The reads and writes behind every file-system call use SQLite's own interface through this type: a look-up costs two B-tree descents,
/// and anything above that would be most of its time.
/// A statement is always reset before its result is used by anybody else: an open one would hide later commits from
/// its connection and keep the log from being folded back into the database.
final class PreparedStatement: RowColumns {
  let handle: OpaquePointer
  private let connection: OpaquePointer
  /// Notes what the statement changes, if it changes anything.
  private let recorder: ChangeRecorder?
  private var parameters = RecordedParameters()
  private let change: ChangeStatement?

  /// - Throws: `StoreError` with what SQLite said; `damaged` when the schema is not what this version wrote.
  convenience init(_ sql: String, on connection: OpaquePointer) throws(StoreError) {
    try self.init(sql, on: connection, change: nil, recorder: nil)
  }

  /// - Parameter recorder: That of the connection, if what is changed may have to be changed once more.
  /// - Throws: What SQLite said.
  convenience init(
    _ change: ChangeStatement, on connection: OpaquePointer, recorder: ChangeRecorder? = nil
  ) throws(StoreError) {
    try self.init(change.sql, on: connection, change: change, recorder: recorder)
  }

  private init(
    _ sql: String, on connection: OpaquePointer, change: ChangeStatement?, recorder: ChangeRecorder?
  ) throws(StoreError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else { throw StoreError(sqlite: code, on: connection) }
    self.handle = handle
    self.connection = connection
    self.change = change
    self.recorder = recorder
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether it changes nothing.
  var isReading: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// How many parameters have to be bound.
  var parameterCount: Int32 { sqlite3_bind_parameter_count(handle) }

  @inline(__always) func bind(_ index: Int32, _ value: Int64) {
    sqlite3_bind_int64(handle, index, value)
    if isRecorded { parameters.add(index, value) }
  }

  @inline(__always) func bind(_ index: Int32, _ value: ItemID) { bind(index, value.rawValue) }
  @inline(__always) func bind(_ index: Int32, _ value: Generation) { bind(index, value.rawValue) }

  @inline(__always) func bind(_ index: Int32, _ value: Int64?) {
    if let value { bind(index, value) } else { bindNull(index) }
  }

  private func bindNull(_ index: Int32) {
    sqlite3_bind_null(handle, index)
    if isRecorded { parameters.addNull(index) }
  }

  /// Binds text by copying it.
  func bind(_ index: Int32, _ text: String) {
    var text = text
    text.withUTF8 { bind(index, text: UnsafeRawBufferPointer($0)) }
  }

  /// Binds a name by copying it, as the bytes it is.
  func bind(_ index: Int32, _ name: FileName) { name.withBytes { bind(index, text: $0) } }

  func bind(_ index: Int32, _ name: FileName?) {
    if let name { bind(index, name) } else { bindNull(index) }
  }

  /// Binds the bytes that a string spells, a path or the name of an attribute, by copying them.
  func bind(_ index: Int32, spelling: String) { spelling.withSpelledBytes { bind(index, text: $0) } }

  /// Binds text by copying its bytes, which need not be valid UTF-8: SQLite keeps and compares them as they are.
  func bind(_ index: Int32, text: UnsafeRawBufferPointer) {
    if isRecorded { parameters.add(index, text, isText: true) }
    let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.empty
    sqlite3_bind_text(handle, index, bytes, Int32(text.count), Self.transient)
  }

  func bind(_ index: Int32, _ text: String?) {
    if let text { bind(index, text) } else { bindNull(index) }
  }

  /// Binds text without copying it; it must stay where it is until the statement is reset.
  @inline(__always) func bindInPlace(_ index: Int32, text: UnsafeRawBufferPointer) {
    let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self) ?? Self.empty
    sqlite3_bind_text(handle, index, bytes, Int32(text.count), nil)
    if isRecorded { parameters.add(index, text, isText: true) }
  }

  /// Binds a blob by copying it; an empty one stays a blob and does not become NULL.
  func bind(_ index: Int32, blob: [UInt8]?) {
    guard let blob else { return bindNull(index) }
    _ = blob.withUnsafeBytes { bytes in
      if isRecorded { parameters.add(index, bytes, isText: false) }
      let start = bytes.baseAddress ?? UnsafeRawPointer(Self.empty)
      return sqlite3_bind_blob(handle, index, start, Int32(bytes.count), Self.transient)
    }
  }

  /// Advances to the next row.
  ///
  /// - Returns: Whether there is one.
  @inline(__always) func step() throws(StoreError) -> Bool {
    if isRecorded, sqlite3_stmt_busy(handle) == 0 { record() }
    let code = sqlite3_step(handle)
    if code == SQLITE_ROW { return true }
    if code == SQLITE_DONE { return false }
    let error = StoreError(sqlite: code, on: connection)
    sqlite3_reset(handle)
    throw error
  }

  /// Runs a statement that delivers no rows, and resets it.
  @inline(__always) func run() throws(StoreError) {
    if isRecorded { record() }
    let code = sqlite3_step(handle)
    if code != SQLITE_DONE && code != SQLITE_ROW {
      let error = StoreError(sqlite: code, on: connection)
      sqlite3_reset(handle)
      throw error
    }
    sqlite3_reset(handle)
  }

  @inline(__always) private var isRecorded: Bool { recorder?.isRecording ?? false }

  /// Notes a run, before it happens: what fails is undone with all that was done beside it.
  private func record() {
    guard let recorder, let change else { return }
    assert(parameters.count == parameterCount, "a parameter has the value of an earlier run")
    recorder.note(change, parameters.bytes)
    parameters.clear()
  }

  @inline(__always) func reset() { sqlite3_reset(handle) }

  @inline(__always) func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
  @inline(__always) func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func integerOrNil(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  /// The bytes of a text or blob, valid until the next step or reset.
  @inline(__always) func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = sqlite3_column_blob(handle, column)
    return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
  }

  func textOrNil(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
  func blobOrNil(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : Array(bytes(column)) }

  /// Tells SQLite to copy what is bound.
  private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  /// Somewhere to point to for an empty value, since a null pointer would bind NULL.
  nonisolated(unsafe) private static let empty: UnsafePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.initialize(to: 0)
    return UnsafePointer(byte)
  }()
}

extension StoreError {
  /// What SQLite said, as a store error (https://www.sqlite.org/rescode.html).
  init(sqlite code: Int32, on connection: OpaquePointer?) {
    let message = connection.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
    let cause = connection.map { sqlite3_system_errno($0) } ?? 0
    // SQLite opens some of its files when they are needed first.
    if code & 0xff == SQLITE_CANTOPEN, cause == EMFILE || cause == ENFILE {
      self.init(errno: cause, "the database cannot be opened")
      return
    }
    // SQLite knows of full disks, and not of quotas.
    let isFull = code & 0xff == SQLITE_IOERR && (cause == ENOSPC || cause == EDQUOT)
    self.init(resultCode: isFull ? SQLITE_FULL : code, message: message)
  }

  init(resultCode: Int32, message: String) {
    // The index of the log cannot grow.
    let isFull = resultCode == SQLITE_IOERR | 19 << 8
    switch isFull ? SQLITE_FULL : resultCode & 0xff {
    case SQLITE_FULL: self.init(.full, "the disk is full")
    case SQLITE_CORRUPT, SQLITE_NOTADB: self.init(.damaged, "the database is damaged: \(message)")
    case SQLITE_BUSY, SQLITE_LOCKED: self.init(.busy, "another process holds the database: \(message)")
    case SQLITE_READONLY, SQLITE_PERM: self.init(.readOnly, "the database may not be written: \(message)")
    case SQLITE_CONSTRAINT: self.init(.exists, message)
    case SQLITE_INTERRUPT: self.init(.interrupted, message)
    default: self.init(.inputOutput, "the database answered: \(message) (\(resultCode))")
    }
  }
}
