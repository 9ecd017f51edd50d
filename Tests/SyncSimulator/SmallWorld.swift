import FileProviderSync

/// A world in the middle of a history of a small scope.
struct SmallWorld {
  enum Choice: Hashable {
    case goOn
    case here(Edit<ItemNumber>)
    case there(Edit<Int>)
    case fault(Fault)
    /// What a fault has delayed happens now.
    case late
  }

  enum Fault: CaseIterable, Hashable {
    case loseAnswer, loseRequest, delayEffect, double, refuse, serveInWindow
    case cutPage, lag, expire, holdAnswer, kill, cutPower
  }

  private enum Turn { case machine, server }

  private(set) var world: World
  private var editsHere: Int
  private var editsThere: Int
  private var faults: Int
  private var held: World.Message?
  private var heldAnswer: Answer?
  /// The tree as the one side left it that alone has edited it. Nil when both have.
  private var owned: [String]?
  private var isEditedHere = false
  private var isEditedThere = false

  init(_ world: World, editsHere: Int, editsThere: Int, faults: Int) {
    self.world = world
    self.editsHere = editsHere
    self.editsThere = editsThere
    self.faults = faults
  }

  var violation: String? { world.oracle.violation }

  var fingerprint: Int {
    var answered = world
    if let held, let heldAnswer { answered.answers.append((held, heldAnswer)) }
    return Fingerprint.of(
      answered, mayFail: faults > 0, [owned ?? [], ["\(editsHere) \(editsThere) \(faults) \(held != nil)"]])
  }

  /// An edit counts as soon as somebody could notice it: here before the machine's next turn, there before a request.
  private var turn: Turn { world.answers.isEmpty && !world.queue.isEmpty ? .server : .machine }

  /// What may happen next besides that all goes on. At rest both sides edit.
  func choices(isAtRest: Bool) -> [Choice] {
    var choices: [Choice] = isDelayed(isAtRest) ? [.late] : []
    if editsHere > 0, isAtRest || turn == .machine { choices += world.editsHere().map { .here($0) } }
    if editsThere > 0, isAtRest || turn == .server { choices += world.editsThere().map { .there($0) } }
    if faults > 0 { choices += Fault.allCases.filter(isPossible).map { .fault($0) } }
    return choices
  }

  private func isDelayed(_ isAtRest: Bool) -> Bool {
    held != nil && (isAtRest || turn == .machine) || !world.delayed.isEmpty && (isAtRest || turn == .server)
  }

  private func isPossible(_ fault: Fault) -> Bool {
    switch fault {
    case .holdAnswer: return !world.answers.isEmpty
    case .kill: return !world.answers.isEmpty || !world.queue.isEmpty
    case .cutPower: return turn == .machine
    default: break
    }
    guard turn == .server, let request = world.queue.first?.request else { return false }
    let honoursConditions = world.setting.kind != .noVersions
    switch (fault, request) {
    case (.loseAnswer, .call), (.loseRequest, .call), (.refuse, .call): return true
    case (.delayEffect, .call), (.double, .call): return honoursConditions
    case (.serveInWindow, .call): return !honoursConditions
    case (.cutPage, .list), (.lag, .list), (.expire, .changes): return true
    default: return false
    }
  }

  /// Whether no choice is left.
  var isDecided: Bool { editsHere == 0 && editsThere == 0 && faults == 0 && isOver }

  /// False if nothing was left to do.
  @discardableResult
  mutating func take(_ choice: Choice) -> Bool {
    switch choice {
    case .goOn: return goOn()
    case .here(let edit):
      editsHere -= 1
      world.trace("here \(edit)")
      world.editHere(0, edit)
      world.synchronize(0)
      isEditedHere = true
      owned = isEditedThere ? nil : world.lines(of: world.machines[0], below: .root)
    case .there(let edit):
      editsThere -= 1
      world.trace("there \(edit)")
      world.editThere(edit)
      isEditedThere = true
      owned = isEditedHere ? nil : world.lines(below: 0)
    case .late:
      world.trace("late")
      if let held, let heldAnswer { world.answers.insert((held, heldAnswer), at: 0) }
      if held != nil { world.deliver(0) }
      held = nil
      heldAnswer = nil
      world.runDelayed()
    case .fault(let fault):
      faults -= 1
      world.trace("\(fault)")
      take(fault)
    }
    return true
  }

  private mutating func goOn() -> Bool {
    if !world.answers.isEmpty {
      world.deliver(0)
    } else if !world.queue.isEmpty {
      world.serve(0, isInWindow: false)
    } else {
      return world.step(0, from: 1)
    }
    return true
  }

  private mutating func take(_ fault: Fault) {
    func event(_ action: Event.Action) -> Event { Event(action: action, a: 0, b: 0, c: 0) }
    switch fault {
    case .loseAnswer: world.run(event(.loseAnswer))
    case .loseRequest: world.run(event(.loseRequest))
    case .delayEffect: world.run(event(.delayEffect))
    case .double: world.run(event(.double))
    case .refuse: world.run(event(.refuse))
    case .cutPage: world.run(event(.cutPage))
    case .lag: world.run(event(.lag))
    case .kill: world.run(event(.kill))
    case .cutPower: world.run(event(.cutPower))
    case .serveInWindow: world.serve(0, isInWindow: true)
    case .expire:
      guard case .changes(_, let asked) = world.queue[0].request else { return }
      world.queue[0].request = .changes(from: -1, asked)
    case .holdAnswer:
      let (message, answer) = world.answers.removeFirst()
      held = message
      heldAnswer = answer
    }
    if fault == .cutPage || fault == .lag { world.serve(0, isInWindow: false) }
  }

  /// Whether nothing more can happen by itself.
  var isOver: Bool { held == nil && world.delayed.isEmpty }

  /// The law, when everything rests.
  mutating func checkAtRest() {
    world.checkAtRest()
    guard let owned, world.setting.kind != .caseInsensitive else { return }
    let there = world.lines(below: 0)
    if owned != there, !world.hasOnlyLateCopies(owned, there) {
      world.oracle.fail("2: one side alone left \(owned), and it became \(there)")
    }
  }

  /// Lets everything come to rest, in any order if it does not in this one.
  mutating func finish() {
    if held != nil { take(.late) }
    var turns = 0
    while violation == nil, turns < 1_000, goOn() { turns += 1 }
    world.rest()
    if violation == nil { checkAtRest() }
  }

  mutating func trace() { world.isTraced = true }
}
