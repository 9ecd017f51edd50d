import Foundation
import TestSupport
import Testing

/// Many histories of a kind. `SEED` and `HISTORIES=1` repeat one: its edits and faults, not how the threads met, for which `REPEATS` runs each of
/// them so often. `TMPDIR=/dev/shm` makes them cheaper, `AT_ONCE` says how many run at once, and `TRACES` is a folder for what happened in those that
/// fail.
enum LawRun {
  static func run(
    _ kind: LawHistory.Kind, count: Int, shadow: ShadowReport? = nil, test: String = #function
  ) async throws {
    let first = RandomSeed.choose(for: "\(test.prefix { $0 != "(" }), \(kind.testDescription)(")
    let repeats = max(1, Machine.number("REPEATS") ?? 1)
    let atOnce = min(count * repeats, Machine.number("AT_ONCE") ?? 4)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for run in 0..<(count * repeats) {
        if run >= atOnce { try await group.next() }
        group.addTask { try await one(kind, seed: first &+ UInt64(run / repeats), shadow) }
      }
      try await group.waitForAll()
    }
  }

  private static func one(_ kind: LawHistory.Kind, seed: UInt64, _ shadow: ShadowReport?) async throws {
    var history = LawHistory(kind, seed: seed, shadow: shadow)
    let problems = try await history.run()
    // With a shadow the decisions are looked at, and not what has come of them.
    guard !problems.isEmpty, shadow == nil else { return }
    for problem in problems { Issue.record("SEED=\(seed), \(kind.testDescription): \(problem)") }
    guard let folder = ProcessInfo.processInfo.environment["TRACES"] else { return }
    let name = "\(seed)-\(kind.testDescription)".replacing(",", with: "").replacing(" ", with: "-")
    let text = history.trace.text + "\n" + problems.joined(separator: "\n")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }
}
