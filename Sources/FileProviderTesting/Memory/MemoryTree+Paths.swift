import Synchronization

/// A tree whose items are named by their paths, as on a server that knows nothing else of them.
extension MemoryTree {
  /// Gives each item its path as its identifier. One that was moved is another one from then on, with all that is in it, and its history reports so.
  ///
  /// - Returns: The new identifiers, by the old ones.
  @discardableResult
  package func nameItemsByPath() -> [String: String] {
    state.withLock { state in
      var names: [String: String] = [:]
      for identifier in state.items.keys {
        let path = Self.path(of: identifier, state)
        if path != identifier { names[identifier] = path }
      }
      var moved: [MemoryItem] = []
      for (old, _) in names.sorted(by: { $0.key < $1.key }) {
        guard let item = state.items.removeValue(forKey: old) else { continue }
        Self.log(old, before: item.parent, after: nil, &state)
        moved.append(item)
      }
      for var item in moved.sorted(by: { $0.serial < $1.serial }) {
        // No version is ever given twice at a path, whatever was there before.
        if !item.identifier.hasPrefix("/") { item.contentVersion = state.generation * 1000 }
        item.identifier = names[item.identifier] ?? item.identifier
        item.parent = names[item.parent] ?? item.parent
        state.items[item.identifier] = item
        Self.log(item.identifier, before: nil, after: item.parent, &state)
      }
      return names
    }
  }

  private static func path(of identifier: String, _ state: State) -> String {
    var (names, next): ([String], String) = ([], identifier)
    while let item = state.items[next] {
      names.append(item.name)
      next = item.parent
    }
    return (next == MemoryItem.root ? "" : next) + "/" + names.reversed().joined(separator: "/")
  }
}
