import Glibc

/// Looks for a sequence of operations after which a mount and a plain directory differ, and makes one that is found as short as it can.
struct ModelSearch {
  let mounted: String
  let plain: String
  let seed: UInt64
  let steps: Int
  let isVerbose: Bool
  /// How often a sequence that was found is tried in shorter forms.
  private static let attempts = 400

  /// Returns a description of what was found, or nothing.
  func run() -> [String] {
    var maker = OperationMaker(seed: seed, user: geteuid())
    let run = ModelRun(mounted: mounted + "/tree", plain: plain + "/tree")
    var operations: [Operation] = []
    for step in 0..<steps {
      maker.look(at: run.tree)
      operations.append(maker.next())
      if isVerbose { print("\(step): \(operations[step])") }
      let lines = run.step(operations[step], readsContents: ModelRun.readsContents(at: step) || step == steps - 1)
      guard !lines.isEmpty else { continue }
      // What was found first: making it short may take long.
      print("step \(step): \(operations[step])\n" + lines.joined(separator: "\n"))
      fflush(nil)
      let short = shortened(operations)
      return ["\(short.count) of the \(operations.count) operations are enough:"] + short.map { "  \($0)" }
    }
    return []
  }

  /// Leaves out half, a quarter, … of the operations as long as the last one still shows a difference.
  private func shortened(_ found: [Operation]) -> [Operation] {
    var operations = Array(found.dropLast())
    let last = found[found.count - 1]
    var chunk = max(1, operations.count / 2)
    var attempt = 0
    while attempt < Self.attempts {
      var isShorter = false
      var start = 0
      while start < operations.count, attempt < Self.attempts {
        var candidate = operations
        candidate.removeSubrange(start..<min(start + chunk, operations.count))
        attempt += 1
        if differs(candidate, last, attempt) {
          operations = candidate
          isShorter = true
        } else {
          start += chunk
        }
      }
      if chunk == 1 && !isShorter { break }
      chunk = max(1, chunk / 2)
    }
    return operations + [last]
  }

  /// Whether the last of some operations shows a difference, and none before it.
  private func differs(_ operations: [Operation], _ last: Operation, _ attempt: Int) -> Bool {
    let run = ModelRun(mounted: mounted + "/short\(attempt)", plain: plain + "/short\(attempt)")
    for (step, operation) in operations.enumerated() {
      if !run.step(operation, readsContents: ModelRun.readsContents(at: step)).isEmpty { return false }
    }
    return !run.step(last, readsContents: true).isEmpty
  }
}
