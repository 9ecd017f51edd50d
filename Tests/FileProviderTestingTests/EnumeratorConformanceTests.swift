import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// The laws of the contract hold for every enumerator we ship, and the kit notices where they do not.
@Suite struct EnumeratorConformanceTests {
  private static func domain() -> NSFileProviderDomain {
    NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "conformance")
  }

  // MARK: Providers

  @Test(arguments: [
    NSFileProviderItemIdentifier.rootContainer, .workingSet, .trashContainer, NSFileProviderItemIdentifier("folder"),
    NSFileProviderItemIdentifier("a"),
  ])
  func `the in-memory provider keeps the contract in every container, whatever happens meanwhile`(
    _ container: NSFileProviderItemIdentifier
  ) async throws {
    let tree = MemoryTree(ProviderScript.tree)
    let provider = MemoryProvider(domain: Self.domain(), tree: tree)
    let seed = RandomSeed.choose(for: "memory \(container.rawValue)")
    var random = SeededGenerator(seed: seed)
    var history = RandomTreeHistory(staying: ["folder", "a"])
    var conformance = EnumeratorConformance(
      container: container, of: provider, change: { history.step(tree, &random) })
    conformance.isDocument = container.rawValue == "a"
    let report = try await conformance.check()
    #expect(report.isConformant, "SEED=\(seed): \(report)")
    #expect(provider.liveEnumerators == 0)
  }

  @Test
  func `a script without faults is a right provider`() async throws {
    let provider = ScriptedProvider(domain: Self.domain(), script: .plain)
    let report = try await EnumeratorConformance(container: .rootContainer, of: provider).check()
    #expect(report.isConformant, "\(report)")
  }

  // MARK: Stores

  @Test(arguments: [WorkingSetMeaning.user, .provider])
  func `the enumerators of a store keep the contract, whatever is committed meanwhile`(_ meaning: WorkingSetMeaning)
    async throws
  {
    let stage = try StoreStage()
    var containers: [NSFileProviderItemIdentifier] = [.rootContainer, .workingSet, .trashContainer]
    containers += [stage.folder, stage.document].map { NSFileProviderItemIdentifier(String($0.rawValue)) }
    for container in containers {
      let seed = RandomSeed.choose(for: "store \(container.rawValue)")
      var random = SeededGenerator(seed: seed)
      var history = stage.history
      var conformance = EnumeratorConformance(container: container, change: { try history.step(&random) }) {
        try stage.store.enumerator(for: container, workingSet: meaning)
      }
      conformance.isDocument = container.rawValue == String(stage.document.rawValue)
      let report = try await conformance.check()
      #expect(report.isConformant, "\(container.rawValue), SEED=\(seed): \(report)")
    }
    #expect(stage.store.liveEnumerators.values.allSatisfy { $0 == 0 })
  }

  // MARK: The kit notices

  @Test(arguments: [
    (Fault(.twice, in: .page), ConformanceReport.Law.pagesEnd), (Fault(.loop, in: .page, after: 1), .pagesEnd),
    (Fault(.longToken, in: .page, times: 1), .tokensAreShort), (Fault(.flood, in: .page), .pagesAreComplete),
    (Fault(.wrongParent, in: .page, text: "elsewhere"), .itemsBelong), (Fault(.never, in: .page), .answers),
    (Fault(.error, in: .page, code: 5, domain: "Other"), .errorDomains),
    (Fault(.loop, in: .changes), .batchesAdvance),
    (Fault(.longToken, in: .anchor), .tokensAreShort), (Fault(.never, in: .changes), .answers),
    (Fault(.twice, in: .changes), .pagesEnd),
  ])
  func `a breach of a law is found`(_ fault: Fault, _ law: ConformanceReport.Law) async throws {
    let script = ProviderScript(items: ProviderScript.tree, faults: [fault], pageSize: 1)
    var conformance = EnumeratorConformance(
      container: .rootContainer, of: ScriptedProvider(domain: Self.domain(), script: script))
    conformance.timeout = fault.effect == .never ? .milliseconds(50) : .seconds(10)
    conformance.mostPages = 50
    let report = try await conformance.check()
    #expect(report.findings.contains { $0.law == law }, "\(report)")
  }
}
