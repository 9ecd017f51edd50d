import FileProviderSync

/// One machine: the durable tables, and the memory that a crash forgets.
struct Machine {
  struct Memory {
    var calls: Set<ItemNumber> = []
    var asking: Set<Identifier> = []
    var fetching: Set<Identifier> = []
    var listing: [ItemNumber: [Statement]] = [:]
    var isPulling = false
  }

  let index: Int
  var tables: Tables { didSet { isIdle = false } }
  /// Where the changes of the provider were read to. Durable.
  var anchor = 0
  /// The writings of the contents that are here. The oracle's alone.
  var writings: [ItemNumber: Int] = [:]
  var sent: [ItemNumber: Text] = [:]
  var sentWritings: [ItemNumber: [ContentsHash: Int]] = [:]
  var memory = Memory() { didSet { isIdle = false } }
  /// Nothing was left to do when this was last looked at, and nothing has changed since.
  var isIdle = false
  var epoch = 0
  /// What the oracle counts for the guard: removals on the provider's word, and what the user agreed to.
  var removed: [Int] = []
  var consented = 0

  init(index: Int, hasTrash: Bool, disabled: Rules) {
    self.index = index
    tables = Tables(machine: "m\(index)", hasTrash: hasTrash, disabled: disabled)
    for folder in [.root, .trash] as [ItemNumber] { tables.update(folder) { $0.wantsListing = .zero } }
  }

  /// The process is killed: calls that are open have an unknown end.
  mutating func kill() {
    memory = Memory()
    epoch += 1
    for call in tables.calls { tables.giveUp(call.number) }
  }

  func writing(_ number: ItemNumber, _ server: Server) -> Int? {
    guard let local = tables.local(number), local.kind != .folder else { return nil }
    if local.contents != nil { return writings[number] }
    return tables.synced(number).flatMap { server.texts[$0.version.contents]?.writing }
  }

  /// What may have a next step: items, the root first, and identifiers that no item has.
  func candidates() -> [Candidate] {
    var candidates: [Candidate] = []
    for number in tables.itemNumbers { candidates.append(.item(number)) }
    if tables.observed.isEmpty { return candidates }
    for identifier in tables.observed.keys.sorted(by: { $0.rawValue < $1.rawValue })
    where tables.number(of: identifier) == nil {
      candidates.append(.identifier(identifier))
    }
    return candidates
  }

  func plan(_ candidate: Candidate) -> Step {
    switch candidate {
    case .item(let number): tables.plan(number)
    case .identifier(let identifier): tables.plan(identifier)
    }
  }

  func isUnderWay(_ step: Step) -> Bool {
    switch step {
    case .nothing, .wait: true
    case .ask(let identifier): memory.asking.contains(identifier)
    case .list(let folder): memory.listing[folder] != nil
    case .fetch(let identifier): memory.fetching.contains(identifier)
    default: false
    }
  }
}

enum Candidate: Hashable {
  case item(ItemNumber)
  case identifier(Identifier)
}
