/// Reads what is to be sent to the provider, and what prevents it.
package struct PushReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
