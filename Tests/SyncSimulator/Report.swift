/// What many histories met, and which of them broke a clause.
package struct Report: CustomStringConvertible {
  package private(set) var histories = 0
  package private(set) var broken: [UInt64: String] = [:]
  package private(set) var met: [String: Int] = [:]
  private var calls = 0

  package init() {}

  package mutating func run(_ seed: UInt64) {
    let outcome = History(seed: seed).run()
    histories += 1
    calls += outcome.calls
    met.merge(outcome.met) { $0 + $1 }
    broken[seed] = outcome.violation
  }

  package var description: String {
    let cells = met.sorted { $0.key < $1.key }.map { "\($0.value)\t\($0.key)" }
    let failures = broken.sorted { $0.key < $1.key }.map { "seed \($0.key): \($0.value.prefix(200))" }
    return (cells + failures + ["\(histories) histories, \(calls) calls, \(broken.count) broken"])
      .joined(separator: "\n")
  }
}
