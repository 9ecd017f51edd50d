/// Reads what is kept when both sides differ: rescued items, removed documents, conflict copies, local names.
package struct RescueReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
