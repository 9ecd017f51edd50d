import FileProviderInterface

/// Carries an item from the thread on which it was reported to the one that looks at it.
struct ObservedItem: @unchecked Sendable {
  // Sendable: the item is only read, and the provider no longer uses it once it has handed it over.
  let item: any NSFileProviderItem
}
