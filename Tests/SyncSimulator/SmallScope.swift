package import FileProviderSync

/// All histories of a small scope: one folder and at most two documents, a few operations on each side, each at every
/// moment, and faults at every moment. What programs do is synchronized, and what the engine does is not. Otherwise requests are served, and answers delivered, in their order. Worlds that
/// are equal are met once.
package struct SmallScope: CustomStringConvertible {
  private struct Frame {
    let key: Int
    let world: SmallWorld
    var choices: [SmallWorld.Choice]
    var next = 0
    var count = 0.0
  }

  package let setting: Setting
  private let beginning: SmallWorld
  /// For each world that was met the number of histories that go on from it; 0 while they are being run.
  private var known: [Int: Double] = [:]
  private var stack: [Frame] = []
  private var histories = 0.0
  private var brokenCount = 0
  /// For each clause that was broken, the first history that did it.
  private var broken: [Character: [SmallWorld.Choice]] = [:]

  package init(
    _ kind: ServerKind, reportsWholeDeletions: Bool, editsHere: Int, editsThere: Int, faults: Int,
    hasLinks: Bool = false, disabled: Rules = []
  ) {
    setting = Setting(kind, reportsWholeDeletions: reportsWholeDeletions, hasLinks: hasLinks, disabled: disabled)
    beginning = SmallWorld(World(setting), editsHere: editsHere, editsThere: editsThere, faults: faults)
  }

  package var isKept: Bool { brokenCount == 0 }

  package mutating func run() {
    enter(beginning)
    while let frame = stack.last {
      guard frame.next < frame.choices.count else {
        stack.removeLast()
        leave(frame)
        continue
      }
      stack[stack.count - 1].next += 1
      var world = frame.world
      let choice = frame.choices[frame.next]
      if world.take(choice) {
        enter(world)
      } else {
        rest(world)
      }
    }
  }

  private mutating func enter(_ world: SmallWorld) {
    if world.violation != nil { return note() }
    let key = world.fingerprint
    if let count = known[key] {
      if count > 0 { return self.count(count) }
      // It was met on the way from itself to itself: that must end.
      var world = world
      world.finish()
      if world.violation != nil { note() }
      return
    }
    if world.isDecided { return runToRest(world, key) }
    known[key] = 0
    stack.append(Frame(key: key, world: world, choices: [.goOn] + world.choices(isAtRest: false)))
  }

  /// Nothing is left but to go on.
  private mutating func runToRest(_ beginning: SmallWorld, _ key: Int) {
    known[key] = 1
    var world = beginning
    world.finish()
    if world.violation == nil { count(1) } else { note() }
  }

  private mutating func count(_ histories: Double) {
    if stack.isEmpty { self.histories += histories } else { stack[stack.count - 1].count += histories }
  }

  private mutating func leave(_ frame: Frame) {
    known[frame.key] = frame.count
    count(frame.count)
  }

  private mutating func rest(_ world: SmallWorld) {
    var world = world
    let choices = world.choices(isAtRest: true)
    if world.isOver { world.checkAtRest() }
    if world.violation != nil { return note() }
    if world.isOver { count(1) }
    for choice in choices where !stack[stack.count - 1].choices.contains(choice) {
      stack[stack.count - 1].choices.append(choice)
    }
  }

  private mutating func note() {
    brokenCount += 1
    count(1)
    let path = stack.map { $0.choices[$0.next - 1] }
    guard let clause = clause(after: path) else { return }
    if let shortest = broken[clause], shortest.count <= path.count { return }
    broken[clause] = path
  }

  // MARK: Failures

  private func run(_ path: [SmallWorld.Choice], traced: Bool = false) -> String? {
    var world = beginning
    if traced { world.trace() }
    // Without some of its choices a history is one too, of those that are still possible.
    for choice in path where world.violation == nil {
      if choice == .goOn || world.choices(isAtRest: true).contains(choice) { world.take(choice) }
    }
    if world.violation == nil { world.finish() }
    return world.violation
  }

  private func clause(after path: [SmallWorld.Choice]) -> Character? { run(path)?.first }

  private func shrunk(_ path: [SmallWorld.Choice], _ clause: Character) -> [SmallWorld.Choice] {
    var shortest = path
    var index = 0
    while index < shortest.count {
      var candidate = shortest
      candidate.remove(at: index)
      if self.clause(after: candidate) == clause { shortest = candidate } else { index += 1 }
    }
    return shortest
  }

  /// Prints the shortest history found for each clause that was broken.
  package func showBroken() {
    for (clause, path) in broken.sorted(by: { $0.key < $1.key }) {
      print(run(shrunk(path, clause), traced: true) ?? "holds")
    }
  }

  package var description: String {
    "\(setting.kind)\(setting.reportsWholeDeletions ? "" : ", folders reported alone"): \(known.count) worlds, \(Int(histories)) histories, \(brokenCount) broken"
  }
}
