import FileProviderInterface

/// Carries an item from the thread it was told on to the one that looks at it.
struct ObservedItem: @unchecked Sendable {
  // Sendable: an item is only ever read, and the one who made it has let go of it by telling it.
  let item: any NSFileProviderItem
}
