import Synchronization

/// A kind of decision: the cell, what the planner would do, and what the replica does.
struct ShadowClass: Hashable, CustomStringConvertible {
  enum Side: String { case push, pull }

  var side: Side
  var cell: ShadowCell
  var planned: ShadowStep
  var done: ShadowStep

  var description: String { "\(side) | \(cell) | \(planned.rawValue) | \(done.rawValue)" }

  var agrees: Bool {
    if planned == done { return true }
    return switch done {
    // A question, whatever is asked. A statement that waits for a call is asked for after it.
    case .ask, .resolve: [.ask, .list, .fetch].contains(planned) || side == .pull && planned == .wait
    default: false
    }
  }
}

/// How often the planner and the replica decided alike, and where they did not.
final class ShadowReport: Sendable {
  struct Count {
    var count = 0
    /// The history in which it came first.
    var seed: UInt64
    var words: String
  }

  private let counts = Mutex<[ShadowClass: Count]>([:])

  func note(_ kind: ShadowClass, _ seed: UInt64, _ words: @autoclosure () -> String) {
    counts.withLock { counts in
      if counts[kind] == nil { counts[kind] = Count(seed: seed, words: words()) }
      counts[kind]?.count += 1
    }
  }

  var classes: [ShadowClass: Count] { counts.withLock { $0 } }

  /// The disagreements, the most frequent first.
  var disagreements: [(kind: ShadowClass, count: Count)] {
    classes.filter { !$0.key.agrees }.map { (kind: $0.key, count: $0.value) }
      .sorted { ($1.count.count, $0.kind.description) < ($0.count.count, $1.kind.description) }
  }

  /// The number of decisions.
  var decisions: Int { classes.values.reduce(0) { $0 + $1.count } }

  /// A line for each disagreement, below the sums.
  var table: String {
    let differing = disagreements.reduce(0) { $0 + $1.count.count }
    let lines = disagreements.map {
      let cause = KnownDifference.explaining($0.kind)?.cause.rawValue ?? "new"
      return "\($0.count.count) | \(cause) | \($0.kind) | SEED=\($0.count.seed)"
        + (cause == "new" ? " \($0.count.words)" : "")
    }
    return (["\(decisions) decisions, \(differing) differ, of \(lines.count) classes"] + lines).joined(separator: "\n")
  }
}
