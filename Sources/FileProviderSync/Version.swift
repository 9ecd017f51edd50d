/// The versions that the provider names. They are compared for equality only: they have no order.
package struct Version: Hashable, Sendable {
  package var contents: Int
  package var metadata: Int

  package init(contents: Int, metadata: Int) {
    self.contents = contents
    self.metadata = metadata
  }
}
