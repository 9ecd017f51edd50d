/// Reads what keeps contents on this machine, and which could be evicted.
package struct EvictionReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
