package import FileProviderSync

/// What a history is about: the provider's kind, the number of machines, and which rules are off.
package struct Setting: Hashable, Sendable {
  package var kind: ServerKind
  package var machines: Int
  package var keepsOperations: Bool
  package var isLarge: Bool
  /// Whether the provider reports what went with a deleted folder, and not the folder alone.
  package var reportsWholeDeletions: Bool
  /// The root with one folder and one document.
  package var isSmall = false
  /// Whether machines lose power, and with it what is not synchronized.
  package var losesPower = false
  /// Whether programs make symbolic links. In a small scope they make no documents then.
  package var hasLinks = false
  /// Whether the provider has a trash. One that names its items by path would name them anew in it.
  package var hasTrash = false
  package var disabled: Rules

  package init(seed: UInt64, losesPower: Bool = false, isPlain: Bool = false, disabled: Rules = []) {
    var random = SplitMix(seed: seed ^ 0x5EED)
    kind = ServerKind(rawValue: random.number(below: 4))!
    // Where a path is all that there is of an item, another machine's move cannot be distinguished from a new item.
    machines = kind == .paths || random.number(below: 3) > 0 ? 1 : 2
    keepsOperations = random.number(below: 4) == 0
    isLarge = random.number(below: 30) == 0
    reportsWholeDeletions = random.number(below: 4) > 0
    hasLinks = random.number(below: 3) > 0 && !isPlain
    hasTrash = random.number(below: 2) > 0 && !isPlain && kind != .paths
    self.losesPower = losesPower
    self.disabled = disabled
  }

  /// A small scope.
  package init(_ kind: ServerKind, reportsWholeDeletions: Bool, hasLinks: Bool = false, disabled: Rules = []) {
    self.kind = kind
    machines = 1
    keepsOperations = false
    isLarge = false
    self.reportsWholeDeletions = reportsWholeDeletions
    isSmall = true
    losesPower = true
    self.hasLinks = hasLinks
    self.disabled = disabled
  }
}

/// The whole simulated world: one thread, virtual time, everything a value.
struct World {
  struct Message {
    var machine: Int
    var epoch: Int
    var request: Request
  }

  let setting: Setting
  var server: Server
  var machines: [Machine]
  var oracle = Oracle()
  var queue: [Message] = []
  var answers: [(Message, Answer)] = []
  var delayed: [Message] = []
  /// What the next request to be served meets.
  var cutsNextPage = false
  var lagsNext = false
  /// The listing of a machine's folder that was cut or lagged, by when it was asked for, until the machine gets a good
  /// one.
  var badListings: [[Int]: Moment] = [:]
  /// Trees that one side alone edits, as that side last left them.
  var owned: [String: [String]] = [:]
  /// What a power cut leaves of each machine, and takes from it.
  var disks: [Disk] = []
  var isTraced = false

  init(_ setting: Setting) {
    self.setting = setting
    server = Server(
      kind: setting.kind, keepsOperations: setting.keepsOperations,
      reportsWholeDeletions: setting.reportsWholeDeletions, hasTrash: setting.hasTrash)
    machines = (0..<setting.machines).map {
      Machine(index: $0, hasTrash: setting.hasTrash, disabled: setting.disabled)
    }
    if setting.isSmall { plantSmall() } else { plant() }
    if setting.losesPower { disks = machines.map { Disk($0) } }
    for index in machines.indices { machines[index].anchor = server.log.count }
    rest()
    if setting.isSmall, let folder = machines[0].tables.localHolder(of: Place(.root, "F")) {
      for document in items(below: folder, of: 0) { editHere(0, .materialize(document)) }
    }
    for index in disks.indices { synchronize(index) }
    oracle.met = [:]
    oracle.calls = 0
  }

  private mutating func plant() {
    for name in ["shared", "server"] + machines.map({ "m\($0.index)" }) {
      server.create(in: 0, name, .folder, nil, Fields([0, 0]))
    }
    let shared = server.child(of: 0, named: "shared")!
    let folder = server.create(in: shared, "F", .folder, nil, Fields([0, 0]))
    for name in ["a", "b"] { server.create(in: folder, name, .document, newText(1), Fields([0, 0])) }
    if setting.isLarge {
      let many = server.create(in: shared, "G", .folder, nil, Fields([0, 0]))
      for index in 0..<24 { server.create(in: many, "n\(index)", .document, newText(2), Fields([0, 0])) }
    }
  }

  private mutating func plantSmall() {
    let folder = server.create(in: 0, "F", .folder, nil, Fields([0, 0]))
    server.create(in: folder, "a", setting.hasLinks ? .link : .document, newText(1), Fields([0, 0]))
  }

  mutating func newText(_ pool: Int) -> Text { Text(pool, writing: oracle.nextWriting()) }

  func trace(_ text: @autoclosure () -> String) { if isTraced { print(text()) } }

  mutating func run(_ event: Event) {
    trace("\(event)")
    let machine = event.a % machines.count
    switch event.action {
    case .editHere: editHere(machine, event)
    case .editThere: editThere(event)
    case .step: for turn in 0...(event.b % 4) { step(machine, from: event.c + turn) }
    case .serve: for _ in 0...(event.b % 3) { serve(event.a, isInWindow: event.c % 8 == 0) }
    case .deliver: for _ in 0...(event.b % 3) { deliver(event.a) }
    case .loseAnswer: loseAnswer(event)
    case .loseRequest: loseRequest(event)
    case .delayEffect: delayEffect(event)
    case .runDelayed: runDelayed()
    case .double: double(event)
    case .refuse: refuse(event)
    case .cutPage: cutsNextPage = true
    case .lag: lagsNext = true
    case .expire:
      machines[machine].anchor = -1
      if setting.losesPower { disks[machine].expired = server.log.count }
      oracle.met("anchor expired")
    case .kill:
      oracle.met("killed")
      kill(machine)
    case .sync: synchronize(machine)
    case .cutPower: cutPower(machine)
    case .wait:
      for index in machines.indices { machines[index].tables.minute += [5, 60, 700, 1_500][event.b % 4] }
    case .consent:
      let count = machines[machine].tables.goneCount
      if machines[machine].tables.holdsRemovals { consent(machine, count) }
    }
  }

  mutating func kill(_ machine: Int) {
    loseCreations(machine) { _ in true }
    for call in machines[machine].tables.calls { noteUnconfirmed(machine, call) }
    machines[machine].kill()
  }

  mutating func consent(_ machine: Int, _ count: Int) {
    oracle.met("mass deletion consented")
    let minute = machines[machine].tables.minute
    machines[machine].tables.removals.consent(to: count, at: minute)
    machines[machine].consented = max(machines[machine].consented, machines[machine].removed.count + count)
  }

  /// Nobody can know whether what a call has sent is still to come.
  mutating func noteUnconfirmed(_ machine: Int, _ call: Call) {
    if call.snapshot != nil, let text = machines[machine].sent[call.number] { oracle.unconfirmed.insert(text.writing) }
  }

  /// With paths, what a late move puts at the path of another folder that has left it cannot be distinguished from that.
  func movedWritings(_ call: Call) -> [Int] {
    guard setting.kind == .paths, call.place != nil, let number = call.identifier.flatMap({ server.item($0) }) else {
      return []
    }
    return ([number] + server.below(number)).compactMap { item in
      server.items[item].flatMap { server.texts[$0.version.contents]?.writing }
    }
  }

  /// Creations that are given up: a copy too many may come of each.
  mutating func loseCreations(_ machine: Int, where matches: (ItemNumber) -> Bool) {
    for call in machines[machine].tables.calls where call.ended == nil && call.wish == .create && matches(call.number) {
      oracle.lostCreations += 1
    }
  }

  /// Both sides rest, and the provider answers: everything must end.
  mutating func rest() {
    cutsNextPage = false
    lagsNext = false
    let differences = machines.reduce(40) { $0 + 12 * $1.tables.itemCount } + 12 * server.items.count
    let callsBefore = oracle.calls
    runDelayed()
    var turns = 0
    // No order of steps repeats itself for ever.
    var random = SplitMix(seed: 0)
    while oracle.violation == nil {
      turns += 1
      if turns > 4_000 || oracle.calls - callsBefore > differences {
        oracle.fail("6: does not end (\(oracle.calls - callsBefore) calls, \(turns) turns)")
      }
      if !answers.isEmpty {
        deliver(0)
      } else if !queue.isEmpty {
        serve(0, isInWindow: false)
      } else if !machines.indices.contains(where: { step($0, from: random.number(below: 1 << 16)) }) {
        let held = machines.indices.filter { machines[$0].tables.holdsRemovals }
        if held.isEmpty { return }
        for machine in held { consent(machine, machines[machine].tables.goneCount) }
      }
    }
  }
}
