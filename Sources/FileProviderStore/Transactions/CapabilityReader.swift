/// Reads what may be done with items.
package struct CapabilityReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
