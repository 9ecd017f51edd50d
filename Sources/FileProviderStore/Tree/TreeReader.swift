/// Reads the settings of the tree: the trash, and which items are recents.
package struct TreeReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }
}
