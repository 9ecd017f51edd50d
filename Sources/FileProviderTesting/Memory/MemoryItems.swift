/// The items of a tree, by identifier and by place: with many items nobody looks through all of them for one name.
struct MemoryItems: Sendable {
  private(set) var items: [String: MemoryItem] = [:]
  /// The identifiers of what is in a folder, by name. There may be several of one name.
  private var places: [String: [String: Set<String>]] = [:]

  var values: Dictionary<String, MemoryItem>.Values { items.values }
  var keys: Dictionary<String, MemoryItem>.Keys { items.keys }

  subscript(identifier: String) -> MemoryItem? {
    get { items[identifier] }
    set {
      let old = items[identifier]
      if old?.parent != newValue?.parent || old?.name != newValue?.name {
        if let old { leave(old) }
        if let newValue { places[newValue.parent, default: [:]][newValue.name, default: []].insert(identifier) }
      }
      items[identifier] = newValue
    }
  }

  mutating func removeValue(forKey identifier: String) -> MemoryItem? {
    defer { self[identifier] = nil }
    return items[identifier]
  }

  /// What is in a folder.
  func children(of folder: String) -> [MemoryItem] {
    (places[folder] ?? [:]).values.flatMap { $0 }.compactMap { items[$0] }
  }

  func hasChildren(_ folder: String) -> Bool { places[folder] != nil }

  /// The items of one name in a folder.
  func children(of folder: String, named name: String) -> [MemoryItem] {
    (places[folder]?[name] ?? []).compactMap { items[$0] }
  }

  private mutating func leave(_ item: MemoryItem) {
    places[item.parent]?[item.name]?.remove(item.identifier)
    if places[item.parent]?[item.name]?.isEmpty == true { places[item.parent]?[item.name] = nil }
    if places[item.parent]?.isEmpty == true { places[item.parent] = nil }
  }
}
