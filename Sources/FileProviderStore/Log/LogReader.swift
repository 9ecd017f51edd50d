/// Reads the change log and its authors.
package struct LogReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
