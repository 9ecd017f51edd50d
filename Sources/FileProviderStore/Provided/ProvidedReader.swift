/// Reads what the provider has said of items: what both sides had when they were equal, what is not uploaded yet, and what is held.
package struct ProvidedReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
