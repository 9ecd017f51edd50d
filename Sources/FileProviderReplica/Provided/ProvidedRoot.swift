import FileProviderInterface

/// What a provider reports of its root, which has a fixed name and is in no folder.
struct ProvidedRoot: Sendable {
  /// What holds where no folder has a policy of its own.
  let contentPolicy: NSFileProviderContentPolicy
  /// Whether items may be added to it.
  let takesItems: Bool
  /// Whether the provider has an item for it.
  let isThere: Bool

  /// - Parameter item: `nil` from a provider that has no item for its root.
  init(_ item: (any NSFileProviderItem)?) {
    contentPolicy = item?.contentPolicy ?? .inherited
    takesItems = item?.capabilities?.contains(.allowsAddingSubItems) ?? true
    isThere = item != nil
  }
}
