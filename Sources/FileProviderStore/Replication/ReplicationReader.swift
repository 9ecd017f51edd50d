/// Reads the rows of the synchronization: listings, observations, calls without an answer, identifiers.
package struct ReplicationReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
