package import FileProviderSync

/// A random history: a seed, and the events that it stands for.
package struct History: Sendable {
  package let seed: UInt64
  package let setting: Setting
  package var events: [Event]

  /// Without links and a trash if it is plain: so were the histories that were recorded before there were any.
  package init(seed: UInt64, losesPower: Bool = false, isPlain: Bool = false, disabled: Rules = []) {
    self.seed = seed
    setting = Setting(seed: seed, losesPower: losesPower, isPlain: isPlain, disabled: disabled)
    var random = SplitMix(seed: seed)
    events = (0..<(60 + random.number(below: 180))).map { _ in Event.random(&random, losesPower: losesPower) }
  }

  /// Runs the events, lets everything come to rest, and holds the result against the law. `look` sees the tables of each machine after each event.
  package func run(traced: Bool = false, look: ((Tables) -> Void)? = nil) -> Outcome {
    run(in: World(setting), traced: traced, look: look)
  }

  func run(in beginning: World, traced: Bool = false, look: ((Tables) -> Void)? = nil) -> Outcome {
    var world = beginning
    world.isTraced = traced
    for event in events where world.oracle.violation == nil {
      world.run(event)
      if let look { for machine in world.machines { look(machine.tables) } }
    }
    if world.oracle.violation == nil {
      world.trace("rest")
      world.rest()
    }
    if world.oracle.violation == nil { world.checkAtRest() }
    let met = world.oracle.met.merging(world.oracle.metCells) { $0 + $1 }
    return Outcome(violation: world.oracle.violation, met: met, calls: world.oracle.calls)
  }

  /// The shortest history found that breaks the same clause.
  package func shrunk() -> History {
    guard let clause = run().clause else { return self }
    var shortest = self
    var size = max(1, events.count / 2)
    while size > 0 {
      var start = 0
      var hasShrunk = false
      while start < shortest.events.count {
        var candidate = shortest
        candidate.events.removeSubrange(start..<min(start + size, candidate.events.count))
        if candidate.run().clause == clause {
          shortest = candidate
          hasShrunk = true
        } else {
          start += size
        }
      }
      if !hasShrunk || size > 1 { size /= 2 }
    }
    return shortest
  }
}

package struct Outcome: Sendable {
  package let violation: String?
  package let met: [String: Int]
  package let calls: Int

  /// The number of the clause of the law that was broken.
  package var clause: Character? { violation?.first }
}
