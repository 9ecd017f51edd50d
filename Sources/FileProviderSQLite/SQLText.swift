/// An SQL text that is put together once, and then known by its identity.
///
/// So looking for its statement compares no text. Kept in a static constant, beside the code that uses it.
package final class SQLText: Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }
}

extension SQLText: Hashable {
  @inlinable package static func == (left: SQLText, right: SQLText) -> Bool { left === right }

  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
