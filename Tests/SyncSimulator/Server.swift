import FileProviderSync

/// The provider's kind: how it names its items, and what it promises.
package enum ServerKind: Int, CaseIterable, Hashable, Sendable {
  case numbers, paths, caseInsensitive, noVersions
}

/// The provider's side: a tree, and a log of the identifiers that changed.
struct Server {
  struct Item {
    var number: Int
    var parent: Int
    var name: String
    var kind: Kind
    var version: Version
    var fields: Fields
    var operation: String?
    /// What a cache that lags still reports after a machine's call.
    var previous: Statement?
  }

  static let trash = -2

  let kind: ServerKind
  let keepsOperations: Bool
  let reportsWholeDeletions: Bool
  var items: [Int: Item] = [:]
  var texts: [Int: Text] = [:]
  var log: [Identifier] = []
  /// Deleted by a machine's call: a cache that lags may still list them.
  var deleted: [Statement] = []
  private var lastItem = 0
  private var lastVersion = 0

  init(kind: ServerKind, keepsOperations: Bool, reportsWholeDeletions: Bool, hasTrash: Bool) {
    self.kind = kind
    self.keepsOperations = keepsOperations
    self.reportsWholeDeletions = reportsWholeDeletions
    for number in hasTrash ? [0, Self.trash] : [0] {
      items[number] = Item(
        number: number, parent: -1, name: number == 0 ? "" : "trash", kind: .folder,
        version: Version(contents: 0, metadata: 0), fields: Fields([0, 0]))
    }
  }

  mutating func nextVersion() -> Int {
    lastVersion += 1
    return lastVersion
  }

  mutating func nextItem() -> Int {
    lastItem += 1
    return lastItem
  }

  func path(_ number: Int) -> String {
    guard number != 0, let item = items[number] else { return "" }
    return path(item.parent) + "/" + item.name
  }

  func identifier(_ number: Int) -> Identifier {
    if number == 0 { return .root }
    if number == Self.trash { return .trash }
    return Identifier(kind == .paths ? path(number) : "#\(number)")
  }

  func item(_ identifier: Identifier) -> Int? {
    if identifier == .root { return 0 }
    if identifier == .trash { return items[Self.trash].map(\.number) }
    if kind != .paths {
      guard let number = Int(identifier.rawValue.dropFirst()), items[number] != nil else { return nil }
      return number
    }
    return item(at: identifier.rawValue.split(separator: "/").map(String.init))
  }

  func item(at path: [String]) -> Int? {
    var current = 0
    for name in path {
      guard let next = child(of: current, named: name) else { return nil }
      current = next
    }
    return current
  }

  func children(of number: Int) -> [Int] {
    var children: [Int] = []
    for (child, item) in items where item.parent == number { children.append(child) }
    return children.count < 2 ? children : children.sorted()
  }

  /// Nil in the trash, where names need not differ.
  func child(of parent: Int, named name: String) -> Int? {
    if parent == Self.trash { return nil }
    let wanted = kind == .caseInsensitive ? name.lowercased() : name
    for item in items.values where item.parent == parent {
      if item.name == name || kind == .caseInsensitive && item.name.lowercased() == wanted { return item.number }
    }
    return nil
  }

  func statement(_ number: Int) -> Statement? {
    guard let item = items[number] else { return nil }
    return Statement(
      identifier: identifier(number), parent: identifier(item.parent), name: item.name, kind: item.kind,
      size: texts[item.version.contents]?.contents.size ?? 0, version: item.version, fields: item.fields,
      target: item.kind == .link ? texts[item.version.contents]?.contents : nil,
      operation: keepsOperations ? item.operation : nil)
  }

  func isBelow(_ number: Int, _ folder: Int) -> Bool {
    var current = number
    while current > 0 {
      if current == folder { return true }
      current = items[current]?.parent ?? 0
    }
    return folder == 0
  }

  /// The items below a folder, parents first.
  func below(_ folder: Int) -> [Int] {
    var found = children(of: folder)
    var index = 0
    while index < found.count {
      found += children(of: found[index])
      index += 1
    }
    return found
  }

  @discardableResult
  mutating func create(in parent: Int, _ name: String, _ kind: Kind, _ text: Text?, _ fields: Fields) -> Int {
    let number = nextItem()
    let version = nextVersion()
    if let text { texts[version] = text }
    items[number] = Item(
      number: number, parent: parent, name: name, kind: kind, version: Version(contents: version, metadata: version),
      fields: fields)
    log.append(identifier(number))
    return number
  }

  mutating func write(_ number: Int, _ text: Text) {
    let version = nextVersion()
    texts[version] = text
    items[number]?.version = Version(contents: version, metadata: version)
    items[number]?.previous = nil
    log.append(identifier(number))
  }

  mutating func move(_ number: Int, to parent: Int, _ name: String) {
    let all = kind == .paths ? [number] + below(number) : [number]
    log += all.map { identifier($0) }
    items[number]?.parent = parent
    items[number]?.name = name
    let version = nextVersion()
    items[number]?.version.metadata = version
    items[number]?.previous = nil
    guard kind == .paths else { return }
    log += all.map { identifier($0) }
    // What a cache has of the items below has other paths.
    for item in all { items[item]?.previous = nil }
  }

  mutating func set(_ number: Int, _ fields: Fields) {
    items[number]?.fields = fields
    let version = nextVersion()
    items[number]?.version.metadata = version
    items[number]?.previous = nil
    log.append(identifier(number))
  }

  mutating func delete(_ number: Int) {
    for item in ([number] + below(number)).reversed() {
      if item == number || reportsWholeDeletions { log.append(identifier(item)) }
      items[item] = nil
    }
  }
}
