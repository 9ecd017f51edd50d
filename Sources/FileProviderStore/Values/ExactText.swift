/// Text that equals the same bytes only. For Swift's `String` two spellings of “é” are equal, and for names and tags they are not.
package struct ExactText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: ExactText, b: ExactText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  package static func < (a: ExactText, b: ExactText) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}
