/// A row of a result: the current one of a statement, or one that a `RowVisitor` is given.
protocol RowColumns {
  func integer(_ column: Int32) -> Int64
  func isNull(_ column: Int32) -> Bool
  /// The bytes of a text or blob, valid as long as the row is.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer
}

extension RowColumns {
  @inline(__always) func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
  /// The name of an item.
  @inline(__always) func name(_ column: Int32) -> FileName { FileName(stored: bytes(column)) }
  /// The spelling of bytes that need not be valid UTF-8: a path, or the name of an attribute.
  @inline(__always) func spelling(_ column: Int32) -> String { String(spelling: bytes(column)) }
}
