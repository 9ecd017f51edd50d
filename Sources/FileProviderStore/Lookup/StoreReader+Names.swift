extension StoreReader {
  /// Visits the names in a folder that begin with some bytes, in the order of their bytes: through the index, however much is in the folder.
  ///
  /// - Parameter body: Is given the bytes of a name, which are valid during the call, and whether it is a folder's; returns whether to go on.
  package func forEachName(
    in folder: ItemID, beginningWith start: [UInt8], _ body: (UnsafeRawBufferPointer, Bool) -> Bool
  ) throws(StoreError) {
    let statement = try statement(
      "SELECT name, kind FROM items INDEXED BY items_by_name WHERE parent = ? AND name >= ? ORDER BY name")
    statement.bind(1, folder)
    start.withUnsafeBytes { statement.bind(2, text: $0) }
    defer { statement.reset() }
    while try statement.step() {
      let name = statement.bytes(0)
      guard name.starts(with: start), body(name, statement.integer(1) == Int64(ItemKind.folder.rawValue)) else {
        return
      }
    }
  }
}
