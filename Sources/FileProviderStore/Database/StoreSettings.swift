import FileProviderSQLite

/// The settings of a store, on a connection whose other tables may be those of an older version.
struct StoreSettings {
  let connection: Connection

  func integer(_ key: String) throws(StoreError) -> Int64? {
    try value(key) { $0.integerOrNil(0) }
  }

  func text(_ key: String) throws(StoreError) -> String? {
    try value(key) { $0.textOrNil(0) }
  }

  private func value<Value>(
    _ key: String, _ read: (StoreStatement) -> Value?
  ) throws(StoreError) -> Value? {
    let select = try StoreStatement("SELECT value FROM settings WHERE key = ?", on: connection)
    select.bind(1, key)
    defer { select.reset() }
    return try select.step() ? read(select) : nil
  }

  func set(_ key: String, to value: Int64) throws(StoreError) {
    let insert = try StoreStatement(.setSetting, on: connection)
    insert.bind(1, key)
    insert.bind(2, value)
    try insert.run()
  }

  func set(_ key: String, to value: String) throws(StoreError) {
    let insert = try StoreStatement(.setSetting, on: connection)
    insert.bind(1, key)
    insert.bind(2, value)
    try insert.run()
  }

  func remove(_ key: String) throws(StoreError) {
    let delete = try StoreStatement(.deleteSetting, on: connection)
    delete.bind(1, key)
    try delete.run()
  }

  /// The generation of the newest change.
  func generation() throws(StoreError) -> Generation {
    let select = try StoreStatement("SELECT max(generation) FROM log", on: connection)
    defer { select.reset() }
    return try select.step() ? Generation(rawValue: select.integer(0)) : .zero
  }

  /// The number of the last group of changes that was committed.
  func committedGroup() throws(StoreError) -> Int64 { try integer("redo") ?? 0 }
}
