/// A row of a result: the current one of a statement, or one that a `RowVisitor` is given.
package protocol RowColumns {
  func integer(_ column: Int32) -> Int64
  func isNull(_ column: Int32) -> Bool
  /// The bytes of a text or blob, valid as long as the row is.
  func bytes(_ column: Int32) -> UnsafeRawBufferPointer
}
