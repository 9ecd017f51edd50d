extension StoreReader {
  /// The bytes of small contents.
  ///
  /// - Throws: `damaged` when they are not there.
  package func smallContents(_ key: ContentKey) throws(StoreError) -> [UInt8] {
    let select = try statement("SELECT bytes FROM small_contents WHERE content = ?")
    select.bind(1, key.rawValue)
    defer { select.reset() }
    guard try select.step() else {
      throw StoreError(
        .damaged,
        "the small contents \(String(key.rawValue, radix: 16)) are missing; “fileprovider check” lists the affected items"
      )
    }
    return Array(select.bytes(0))
  }

  /// How many bytes small contents have; `nil` when they are not there.
  func sizeOfSmallContents(_ key: ContentKey) throws(StoreError) -> Int64? {
    let select = try statement("SELECT length(bytes) FROM small_contents WHERE content = ?")
    select.bind(1, key.rawValue)
    defer { select.reset() }
    return try select.step() ? select.integer(0) : nil
  }
}
