/// An SQL text that is put together once, for `StoreReader.statement`.
///
/// It is known by its identity, so that looking for its statement compares no text. Kept in a static constant, beside the code that uses it.
final class SQLText: Sendable {
  let string: String

  init(_ string: String) { self.string = string }
}

extension SQLText: Hashable {
  static func == (left: SQLText, right: SQLText) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
