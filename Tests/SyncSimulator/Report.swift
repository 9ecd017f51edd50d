/// What many histories met, and which of them broke a clause.
package struct Report: CustomStringConvertible, Sendable {
  package private(set) var histories = 0
  package private(set) var broken: [UInt64: String] = [:]
  package private(set) var met: [String: Int] = [:]
  private var calls = 0
  /// How the world is before the first event depends on the setting alone.
  private var beginnings: [Setting: World] = [:]

  package init() {}

  package mutating func run(_ seed: UInt64, losesPower: Bool = false, isPlain: Bool = false) {
    let history = History(seed: seed, losesPower: losesPower, isPlain: isPlain)
    let beginning = beginnings[history.setting] ?? World(history.setting)
    beginnings[history.setting] = beginning
    let outcome = history.run(in: beginning)
    histories += 1
    calls += outcome.calls
    met.merge(outcome.met) { $0 + $1 }
    broken[seed] = outcome.violation
  }

  package mutating func merge(_ other: Report) {
    histories += other.histories
    calls += other.calls
    met.merge(other.met) { $0 + $1 }
    broken.merge(other.broken) { first, _ in first }
  }

  package var description: String {
    let cells = met.sorted { $0.key < $1.key }.map { "\($0.value)\t\($0.key)" }
    let failures = broken.sorted { $0.key < $1.key }.map { "seed \($0.key): \($0.value.prefix(200))" }
    return (cells + failures + ["\(histories) histories, \(calls) calls, \(broken.count) broken"])
      .joined(separator: "\n")
  }
}
