/// Reads which items are gone at the provider, and where they have moved.
package struct MassDeletionReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
