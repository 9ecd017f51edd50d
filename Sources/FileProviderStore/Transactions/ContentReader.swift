/// Reads what is noted about the contents of documents: checksums, former contents, marks.
package struct ContentReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
