extension StoreReader {
  /// The first column of all rows, for questions that are asked only once.
  package func integers(_ sql: String) throws(StoreError) -> [Int64] {
    let select = try StoreStatement(sql, on: connection)
    var values: [Int64] = []
    while try select.step() { values.append(select.integer(0)) }
    return values
  }

  func texts(_ sql: String) throws(StoreError) -> [String] {
    let select = try StoreStatement(sql, on: connection)
    var values: [String] = []
    while try select.step() { values.append(select.text(0)) }
    return values
  }
}
