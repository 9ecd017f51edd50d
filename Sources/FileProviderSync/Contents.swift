/// What is known of a document's bytes: their hash, and their number.
package struct Contents: Hashable, Sendable {
  package var hash: ContentsHash
  package var size: Int

  package init(hash: ContentsHash, size: Int) {
    self.hash = hash
    self.size = size
  }
}
