/// Where a page of a ``MemoryProvider``'s listing begins.
public enum MemoryPaging: String, Codable, Sendable {
  /// After a certain item, in the order of creation.
  case afterItem
  /// After a number of items, sorted by name: a change moves items from one page to another.
  case byOffset
  /// As `afterItem`, and all pages show what there was when the first was asked for.
  case ofSnapshot
}
