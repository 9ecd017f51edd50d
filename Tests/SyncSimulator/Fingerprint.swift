import FileProviderSync

/// What is left of a world when it does not matter which numbers were given out: worlds with equal fingerprints behave
/// alike. Moments, versions, items and writings count by their order alone.
///
/// The world is walked twice, first to collect the numbers.
struct Fingerprint {
  private struct Order {
    private var numbers: [Int] = []

    mutating func add(_ number: Int) { numbers.append(number) }

    mutating func sort() {
      numbers.sort()
      var last: Int?
      numbers.removeAll { number in
        defer { last = number }
        return number == last
      }
    }

    func rank(_ number: Int) -> Int { numbers.firstIndex(of: number) ?? -1 }

    var all: [Int] { numbers }
  }

  private let mayFail: Bool
  private var isCollecting = true
  private var moments = Order()
  private var versions = Order()
  private var itemsThere = Order()
  private var itemsHere = Order()
  private var writings = Order()
  /// Names of calls that somebody still waits for.
  private var operations: [String] = []
  private var hasher = Hasher()

  private init(mayFail: Bool) { self.mayFail = mayFail }

  /// `mayFail` says that a cache may still report what was before, and the power may be cut.
  static func of(_ world: World, mayFail: Bool, _ rest: some Hashable) -> Int {
    var fingerprint = Fingerprint(mayFail: mayFail)
    let machines = world.machines + (mayFail ? world.disks.map(\.machine) : [])
    fingerprint.operations = machines.flatMap { $0.tables.calls.compactMap(\.operation) }
    fingerprint.walk(world)
    fingerprint.moments.sort()
    fingerprint.versions.sort()
    fingerprint.itemsThere.sort()
    fingerprint.itemsHere.sort()
    fingerprint.writings.sort()
    fingerprint.isCollecting = false
    fingerprint.walk(world)
    fingerprint.hasher.combine(rest)
    return fingerprint.hasher.finalize()
  }

  // MARK: Numbers

  private mutating func raw(_ value: some Hashable) { if !isCollecting { hasher.combine(value) } }

  private mutating func add(_ number: Int, to order: WritableKeyPath<Self, Order>) {
    if isCollecting { self[keyPath: order].add(number) } else { hasher.combine(self[keyPath: order].rank(number)) }
  }

  private mutating func add(_ moment: Moment?) {
    raw(moment == nil)
    if let moment { add(moment.rawValue, to: \.moments) }
  }

  private mutating func add(_ version: Version?) {
    raw(version == nil)
    guard let version else { return }
    add(version.contents, to: \.versions)
    add(version.metadata, to: \.versions)
  }

  private mutating func add(_ number: ItemNumber) { add(number.rawValue, to: \.itemsHere) }

  private mutating func add(writing: Int) { add(writing, to: \.writings) }

  private mutating func add(_ text: Text?) {
    raw(text?.contents)
    if let text { add(writing: text.writing) }
  }

  private mutating func add(_ identifier: Identifier?) {
    guard let identifier, identifier.rawValue.hasPrefix("#"), let number = Int(identifier.rawValue.dropFirst()) else {
      return raw(identifier)
    }
    add(number, to: \.itemsThere)
  }

  private mutating func add(_ place: Place?) {
    raw(place?.name)
    if let place { add(place.parent) }
  }

  private mutating func add(operation: String?) { raw(operation.flatMap { operations.firstIndex(of: $0) }) }

  // MARK: Values

  private mutating func add(_ statement: Statement?) {
    raw(statement == nil)
    guard let statement else { return }
    add(statement.identifier)
    add(statement.parent)
    raw(statement.name)
    raw(statement.kind)
    raw(statement.size)
    add(statement.version)
    raw(statement.fields)
    raw(statement.target)
    add(operation: statement.operation)
  }

  private mutating func add(_ call: Call) {
    add(call.number)
    raw(call.wish)
    raw(call.kind)
    add(call.identifier)
    add(call.base)
    add(call.place)
    add(call.parent)
    raw(call.snapshot)
    raw(call.fields)
    add(operation: call.operation)
    add(call.begun)
    add(call.ended)
  }

  private mutating func add(_ synced: Synced?) {
    raw(synced == nil)
    guard let synced else { return }
    add(synced.identifier)
    add(synced.former)
    add(synced.place)
    raw(synced.kind)
    add(synced.version)
    raw(synced.contents)
    raw(synced.isTargetAssumed)
    raw(synced.fields)
    for moment in [synced.moment, synced.made, synced.listed, synced.listedBefore] { add(moment) }
    add(synced.wantsListing)
    raw(synced.absences)
    raw(synced.isPlaceWished)
    raw(synced.isSuspect)
  }

  private mutating func add(_ observation: Observation) {
    switch observation.report {
    case .statement(let statement): add(statement)
    case .gone: raw(1)
    case .unknown: raw(2)
    }
    add(observation.reported)
    raw(observation.isStale)
  }

  // MARK: The parts of a world

  private mutating func walk(_ world: World) {
    let disks = mayFail ? world.disks : []
    let machines = world.machines + disks.map(\.machine)
    add(world.server, since: machines.map(\.anchor).filter { $0 >= 0 }.min())
    for machine in machines { add(machine, world.server) }
    for disk in disks {
      for writing in disk.made.sorted() { add(writing: writing) }
      for writing in disk.unconfirmed.sorted() { add(writing: writing) }
      raw(disk.identities)
      raw(disk.machine.anchor < disk.expired)
    }
    for message in world.queue { add(message, world) }
    for (message, answer) in world.answers {
      add(message, world)
      add(answer, world.server)
    }
    for message in world.delayed { add(message, world) }
    for (key, asked) in world.badListings.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      raw(key[0])
      add(key[1], to: \.itemsHere)
      add(asked)
    }
    add(world.oracle)
  }

  private mutating func add(_ server: Server, since anchor: Int?) {
    for number in server.items.keys.sorted() {
      guard let item = server.items[number] else { continue }
      add(number, to: \.itemsThere)
      add(item.parent, to: \.itemsThere)
      raw(item.name)
      raw(item.kind)
      add(item.version)
      raw(item.fields)
      add(operation: item.operation)
      if mayFail { add(item.previous) }
      add(server.texts[item.version.contents])
    }
    if mayFail { for statement in server.deleted { add(statement) } }
    for identifier in server.log[(anchor ?? server.log.count)...] { add(identifier) }
  }

  private mutating func add(_ machine: Machine, _ server: Server) {
    let tables = machine.tables
    for number in tables.itemNumbers {
      add(number)
      if let local = tables.local(number) {
        add(local.place)
        raw(local.kind)
        raw(local.contents)
        raw(local.fields)
        raw(local.isAside)
      }
      let synced = tables.synced(number)
      add(synced)
      if let synced { add(server.texts[synced.version.contents]) }
      if let writing = machine.writings[number] { add(writing: writing) }
      if tables.call(number) != nil { add(machine.sent[number]) }
      if !tables.attempts(number).isEmpty || tables.call(number) != nil {
        let sent = machine.sentWritings[number] ?? [:]
        for (hash, writing) in sent.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
          raw(hash)
          add(writing: writing)
        }
      }
    }
    addRest(of: tables)
    raw(machine.anchor < 0 ? nil : server.log.count - machine.anchor)
    raw(machine.memory.isPulling)
    for number in machine.memory.calls.sorted() { add(number) }
    for identifier in machine.memory.asking.union(machine.memory.fetching).sorted(by: { $0.rawValue < $1.rawValue }) {
      add(identifier)
      raw(machine.memory.asking.contains(identifier))
      raw(machine.memory.fetching.contains(identifier))
    }
    for (folder, statements) in machine.memory.listing.sorted(by: { $0.key < $1.key }) {
      add(folder)
      for statement in statements { add(statement) }
    }
  }

  private mutating func addRest(of tables: Tables) {
    for (identifier, observation) in tables.observed.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      add(identifier)
      add(observation)
    }
    for (identifier, moment) in tables.tombstones.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      add(identifier)
      add(moment)
    }
    for call in tables.calls { add(call) }
    for (number, attempts) in tables.earlier.sorted(by: { $0.key < $1.key }) {
      add(number)
      for attempt in attempts {
        add(attempt.base)
        add(attempt.place)
        raw(attempt.snapshot)
        raw(attempt.fields)
      }
    }
    for (number, collision) in tables.collisions.sorted(by: { $0.key < $1.key }) {
      add(number)
      add(collision.place)
      add(collision.holder)
    }
    raw(tables.keepsIdentifiers)
    for moment in [tables.expired, tables.changesRead, tables.lastRelease] { add(moment) }
    guard !isCollecting else { return }
    for version in tables.known.keys.sorted() where versions.rank(version) >= 0 { add(version, to: \.versions) }
  }

  private mutating func add(_ message: World.Message, _ world: World) {
    raw(message.machine)
    raw(message.epoch == world.machines[message.machine].epoch)
    switch message.request {
    case .call(let call, let text):
      add(call)
      add(text)
    case .ask(let identifier, let asked), .fetch(let identifier, let asked):
      add(identifier)
      add(asked)
    case .list(let number, let identifier, let asked, let after):
      add(number)
      add(identifier)
      add(asked)
      add(after, to: \.itemsThere)
    case .changes(let anchor, let asked):
      raw(anchor < 0 ? nil : world.server.log.count - anchor)
      add(asked)
    }
  }

  private mutating func add(_ answer: Answer, _ server: Server) {
    switch answer {
    case .done(let statement), .item(let statement): add(statement)
    case .refused(.collision(let holder)): add(holder)
    case .refused(let refusal): raw(refusal)
    case .page(let statements, let next):
      for statement in statements { add(statement) }
      raw(next == nil)
      if let next { add(next, to: \.itemsThere) }
    case .noFolder: raw(0)
    case .changes(let changes, let end, let more):
      for (identifier, statement) in changes {
        add(identifier)
        add(statement)
      }
      raw(server.log.count - end)
      raw(more)
    case .expired(let end): raw(server.log.count - end)
    case .contents(let statement, let text):
      add(statement)
      add(text)
    }
  }

  /// Writings that are over, and that nothing refers to, do not count.
  private mutating func add(_ oracle: Oracle) {
    if isCollecting {
      for writing in oracle.writings ?? 1...1 where !oracle.superseded.contains(writing) { add(writing: writing) }
      for writing in writings.all { add(writing: oracle.representative(writing)) }
      return
    }
    for writing in writings.all {
      add(writing: oracle.representative(writing))
      raw(oracle.superseded.contains(writing))
      raw(oracle.excused.contains(writing))
      raw(oracle.mustBeDead(writing))
    }
    raw(oracle.lostCreations)
    raw(oracle.lateCreations)
  }
}
