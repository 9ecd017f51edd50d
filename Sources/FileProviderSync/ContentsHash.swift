/// The hash of a document's bytes.
package struct ContentsHash: Hashable, Sendable {
  package let rawValue: Int

  package init(_ rawValue: Int) { self.rawValue = rawValue }
}
