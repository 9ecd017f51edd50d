package import FileProviderStore

/// An error of the provider for which items wait, without being asked for again.
package struct LatchedProblem: Sendable {
  package var error: any Error
  /// One of the items; `nil` where it is the changes themselves, or everything.
  package var item: ItemID?
  /// How many items.
  package var count: Int
  /// When the first of them began to wait.
  package var since: Timestamp
}
