import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// Whatever happens at a provider, in whatever batches it is reported, the store ends up the same.
@Suite struct RandomHistoryTests {
  /// How many histories each case goes through; `HISTORIES=200` for a long run.
  private static let count = Machine.number("HISTORIES") ?? 2

  @Test(arguments: 0..<6)
  func `random edits and signals, faults and restarts: the store equals the provider`(_ number: Int) async throws {
    for run in 0..<Self.count { try await history(number, seed: RandomSeed.choose(run: number * 1000 + run)) }
  }

  private func history(_ number: Int, seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let faults = [
      Fault(.error, in: .changes, after: 3, times: 2, code: 1, domain: "Other"),
      Fault(.error, in: .page, after: 5, times: 2, code: 1, domain: "Other"),
      Fault(.twice, in: .changes, after: 9, times: 3),
    ]
    let script = ProviderScript(items: ProviderScript.tree, faults: faults, pageSize: number % 3 + 1)
    let stage = try await ReplicaStage(script)
    var history = RandomTreeHistory()
    for _ in 0..<10 {
      for _ in 0..<Int.random(in: 1...12, using: &random) { history.step(stage.tree, &random) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: stage.tree.forgetHistory()
      case 1: try await stage.restart()
      case 2: stage.provider.base.signal()
      case 3:
        // A program looks around while changes come.
        stage.provider.base.signal()
        try? await stage.list("/")
        for name in try stage.names("/") where try stage.item("/" + name)?.isFolder == true {
          try? await stage.list("/" + name)
        }
      default: break
      }
    }
    let report = try await stage.replica.synchronize(listsEverything: true)
    #expect(report.isComplete, "SEED=\(seed): \(report.failures)")
    let expected = Dictionary(uniqueKeysWithValues: stage.tree.items.map { ($0.identifier, Seen($0)) })
    let actual = try stage.everything().mapValues { seen in
      var seen = seen
      seen.isOwnName = true
      return seen
    }
    #expect(Set(actual.keys) == Set(expected.keys), "SEED=\(seed)")
    for (identifier, seen) in expected where actual[identifier] != seen {
      Issue.record("SEED=\(seed): \(identifier) is \(String(describing: actual[identifier])), not \(seen)")
    }
    // A name that no other item has is the item's own.
    let names = Dictionary(grouping: stage.tree.items, by: { $0.parent + "/" + $0.name })
    for (identifier, seen) in try stage.everything() where !seen.isOwnName {
      #expect(names[seen.parent + "/" + seen.name]?.count ?? 0 > 1, "SEED=\(seed): \(identifier) lost its name")
    }
    let before = try stage.generation()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.generation() == before, "SEED=\(seed): a second pass changed something")
    await stage.stop()
    #expect(stage.provider.base.liveEnumerators == 0)
    let findings = try stage.findings()
    #expect(findings == [], "SEED=\(seed)")
  }
}
