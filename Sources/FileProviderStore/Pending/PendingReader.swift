/// Reads which changes are not noted as pending yet, and how long the log is kept.
package struct PendingReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
