/// What was last reported, by identifier, with the indices by which the planner finds it.
struct Reports: Sendable {
  /// Where an item is in `synced`, of which a parent was reported.
  enum Standing { case new, moved, inPlace }

  private enum Key: Hashable {
    case parent(Identifier), name(Identifier, String), operation(Identifier, String)
    case new(Identifier), stale(Identifier), moved(Identifier)
  }

  private(set) var rows: [Identifier: Observation] = [:]
  private var index = SortedIndex<Key, Identifier>()

  subscript(identifier: Identifier) -> Observation? { rows[identifier] }

  /// All whose last statement names this parent.
  func children(of parent: Identifier) -> [Identifier] { index[.parent(parent)] }

  func children(of parent: Identifier, named name: String) -> [Identifier] { index[.name(parent, name)] }

  func children(of parent: Identifier, madeBy operation: String) -> [Identifier] {
    index[.operation(parent, operation)]
  }

  func newChildren(of parent: Identifier) -> [Identifier] { index[.new(parent)] }

  func staleChildren(of parent: Identifier) -> [Identifier] { index[.stale(parent)] }

  func movedChildren(of parent: Identifier) -> [Identifier] { index[.moved(parent)] }

  mutating func set(_ identifier: Identifier, _ observation: Observation?) { rows[identifier] = observation }

  /// `standing` says where the item is that has the identifier.
  mutating func sort(_ identifier: Identifier, as standing: Standing) {
    guard let row = rows[identifier], case .statement(let statement) = row.report else {
      return index.set(identifier, [])
    }
    let parent = statement.parent
    var keys: [Key] = [.parent(parent), .name(parent, statement.name)]
    if let operation = statement.operation { keys.append(.operation(parent, operation)) }
    switch standing {
    case .new: keys += row.isStale ? [.new(parent), .stale(parent)] : [.new(parent)]
    case .moved: keys.append(.moved(parent))
    case .inPlace: break
    }
    index.set(identifier, keys)
  }
}
