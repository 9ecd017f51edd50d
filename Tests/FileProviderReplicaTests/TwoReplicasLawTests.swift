import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// The law of pushing with two machines: both are edited, each in its turn out of reach of the provider, and joined again. In the end both are equal to
/// the provider, no edit is lost, and none is there twice.
@Suite(.enabled(if: Machine.number("HISTORIES") != nil, "HISTORIES=100 says how many histories it goes through"))
struct TwoReplicasLawTests {
  @Test func `two machines that were cut apart agree when they are joined`() async throws {
    for run in 0..<(Machine.number("HISTORIES") ?? 0) { try await history(seed: RandomSeed.choose(run: run)) }
  }

  private func history(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let script = ProviderScript(items: ProviderScript.tree, pageSize: 3)
    var limits = ReplicaLimits.quick
    (limits.call, limits.fetch) = (.seconds(2), .milliseconds(300))
    let first = try await ReplicaStage(script, limits: limits)
    let stages = [first, try await ReplicaStage(script, limits: limits, tree: first.tree)]
    for stage in stages { try await stage.replica.synchronize(listsEverything: true) }
    var editor = TwoSidedEditor(stage: first, skew: 365 * 86_400)
    for _ in 0..<Int.random(in: 20...60, using: &random) {
      let stage = stages.randomElement(using: &random) ?? first
      editor.stage = stage
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<7: try editor.editHere(&random)
      case 7: stage.provider.cutOff()
      case 8: stage.provider.mend()
      case 9: stage.provider.base.signal()
      case 10: try await stage.restart(limits: limits)
      default: try await Task.sleep(for: .milliseconds(Int.random(in: 0...20, using: &random)))
      }
    }
    for stage in stages { stage.provider.mend() }
    var differences: [String] = ["nothing was compared"]
    for _ in 0..<20 where !differences.isEmpty {
      for stage in stages {
        try await stage.replica.synchronize(listsEverything: true)
        let (isPushed, waiting) = (try await stage.push(), try stage.waiting())
        #expect(isPushed, "seed \(seed): something waits for ever: \(waiting)")
        guard isPushed else { return }
      }
      for stage in stages { try await stage.replica.synchronize(listsEverything: true) }
      differences = try stages.compactMap { try $0.difference() }
    }
    #expect(differences.isEmpty, "seed \(seed)")
    let there = first.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    let rescued = try stages.flatMap { try $0.rescued() }
    for text in editor.alive where !there.contains(text) && !rescued.contains(text) {
      Issue.record("seed \(seed): “\(text)” is lost")
    }
    for (text, items) in Dictionary(grouping: there.filter { $0.hasPrefix("edit") }, by: { $0 }) where items.count > 1 {
      Issue.record("seed \(seed): “\(text)” is there \(items.count) times")
    }
    for stage in stages { await stage.stop() }
  }
}
