import FileProvider
import FileProviderTesting
import FileProviderValidation
import Foundation
import Synchronization
import TestSupport
import Testing

/// Right providers keep every rule, and each wrong one breaks the rule about what it gets wrong, and no other.
@Suite struct ProviderValidationTests {
  /// The rules, checked by reading, about what a provider without searching and thumbnails does not do, or has no occasion for.
  private static let unsupported: Set = [
    "trash.capability", "search.end", "search.limit", "search.token", "search.progress", "search.item",
    "thumbnails.each", "thumbnails.once", "thumbnails.picture", "cancellation.error",
  ]

  private static func domain() -> NSFileProviderDomain {
    NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "validation")
  }

  /// A lie is believed for as long as a server may show what was before.
  private static func options(deadline: Double = 20) -> ValidationOptions {
    var options = ValidationOptions()
    options.patience = 0.2
    options.deadline = deadline
    return options
  }

  @Test func `the in-memory provider keeps every rule, and nothing is left in it`() throws {
    let domain = Self.domain()
    let provider = MemoryProvider(domain: domain, tree: MemoryTree(ProviderScript.tree))
    let before = provider.tree.items.map(\.identifier)
    let report = try ProviderValidation(provider, domain: domain, options: Self.options()).run()
    #expect(report.isConformant && report.leftover == nil, "\(report.violated) \(report.results)")
    #expect(report.results.map(\.rule) == ConformanceRule.all)
    #expect(
      Set(report.results.filter { $0.verdict == .notApplicable }.map(\.rule.id))
        == Self.unsupported.union(["parts.range", "parts.alignment", "parts.contents", "parts.version"]))
    #expect(provider.tree.items.map(\.identifier) == before)
    #expect(provider.liveEnumerators == 0)
  }

  @Test(arguments: WrongFault.allCases)
  func `a provider with one fault breaks the rule about it, and no other`(_ fault: WrongFault) throws {
    let domain = Self.domain()
    let provider = WrongProvider(fault, domain: domain)
    let options = Self.options(deadline: fault.isSilence ? 1 : 20)
    let report = try ProviderValidation(provider, domain: domain, options: options).run()
    let seen = report.results.filter { $0.verdict == .violated }.map { "\($0.rule.id): \($0.seen)" }
    #expect(report.violated == (fault == .nothing ? [] : [fault.rule]), "\(seen)")
    #expect(!provider.base.tree.items.contains { $0.name.hasPrefix("fileprovider-validate") })
    let skipped = report.results.filter { $0.verdict == .notApplicable }.map(\.rule.id)
    #expect(fault != .nothing || skipped == ["trash.capability", "cancellation.error"])
  }

  @Test(arguments: [
    (Array("icns".utf8) + [0, 0, 0, 16, 0x69, 0x63, 0x30, 0x37], RuleResult.Verdict.notApplicable),
    ([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20, 13, 10, 0x87, 10], .notApplicable),
    ([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0], .notApplicable),
    (Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), .notApplicable),
    (Array("<html>\r\n\t<body>404</body></html>".utf8), .violated), ([], .violated),
  ])
  func `a picture in a format that is not known here is no breach, and neither nothing nor a text is a picture`(
    bytes: [UInt8], verdict: RuleResult.Verdict
  ) throws {
    let domain = Self.domain()
    let provider = WrongProvider(.nothing, picture: Data(bytes), domain: domain)
    let report = try ProviderValidation(provider, domain: domain, options: Self.options()).run()
    #expect(report.results.first { $0.rule.id == "thumbnails.picture" }?.verdict == verdict)
    #expect(report.violated == (verdict == .violated ? ["thumbnails.picture"] : []))
  }

  @Test func `every rule has a wrong provider, and they are 20 at least`() {
    let faults = Set(WrongFault.allCases.map(\.rule)).subtracting(["-"])
    #expect(faults == Set(ConformanceRule.all.map(\.id)))
    #expect(faults.count >= 20)
  }

  @Test func `a rule has a name of its own, a sentence, and a page of Apple's`() {
    let rules = ConformanceRule.all
    #expect(Set(rules.map(\.id)).count == rules.count)
    for rule in rules {
      #expect(rule.sentence.hasSuffix(".") && rule.advice.hasSuffix("."), "\(rule.id)")
      #expect(rule.documentation.hasPrefix("https://developer.apple.com/documentation/fileprovider/"))
      #expect(rule.documentation == rule.documentation.lowercased(), "\(rule.id)")
    }
  }

  @Test func `a store that is served as a provider keeps the rules that can be checked by reading`() throws {
    let stage = try StoreStage()
    let domain = Self.domain()
    let provider = StoreProvider(store: stage.store)
    var options = Self.options()
    for isReadOnly in [false, true] {
      options.isReadOnly = isReadOnly
      let report = try ProviderValidation(provider, domain: domain, options: options).run()
      #expect(report.isConformant && report.leftover == nil, "\(report.violated) \(report.results)")
      let skipped = report.results.filter { $0.verdict == .notApplicable && !$0.rule.changesItems }.map(\.rule.id)
      #expect(Set(skipped) == Self.unsupported)
    }
  }

  @Test func `reading only changes nothing, and asks for no change`() throws {
    let domain = Self.domain()
    let provider = ScriptedProvider(domain: domain, script: .plain)
    // Each of them would be a fault that is met.
    provider.fail([
      .failing(.cannotSynchronize, in: .create), .failing(.cannotSynchronize, in: .modify),
      .failing(.cannotSynchronize, in: .delete),
    ])
    var options = Self.options()
    options.isReadOnly = true
    let report = try ProviderValidation(provider, domain: domain, options: options).run()
    #expect(report.isConformant, "\(report.violated) \(report.results)")
    #expect(provider.faultCount == 0)
    for result in report.results where result.rule.changesItems { #expect(result.verdict == .notApplicable) }
  }

  @Test func `a check that is interrupted removes its folder`() throws {
    let domain = Self.domain()
    let provider = MemoryProvider(domain: domain)
    let isInterrupted = Mutex(false)
    var options = Self.options()
    options.isInterrupted = { isInterrupted.withLock { $0 } }
    options.onProgress = { rule, _, _ in
      if rule.id == "deletion.not-empty" { isInterrupted.withLock { $0 = true } }
    }
    let report = try ProviderValidation(provider, domain: domain, options: options).run()
    #expect(report.isInterrupted && !report.isConformant && report.leftover == nil)
    #expect(provider.tree.items.isEmpty)
  }

  @Test func `a folder that cannot be removed is named`() throws {
    let domain = Self.domain()
    let provider = ScriptedProvider(domain: domain, script: .plain)
    provider.fail([.failing(.serverUnreachable, in: .delete)])
    let report = try ProviderValidation(provider, domain: domain, options: Self.options()).run()
    let name = try #require(report.leftover)
    #expect(provider.base.tree.items.contains { $0.name == name })
    #expect(report.violated == [])
  }

  @Test func `of a provider whose server is away nothing is said`() throws {
    let domain = Self.domain()
    let provider = ScriptedProvider(domain: domain, script: .plain)
    provider.cutOff()
    let report = try ProviderValidation(provider, domain: domain, options: Self.options()).run()
    // A notice is answered without a server.
    let passed = report.results.filter { $0.verdict == .passed && $0.rule.subject != "notices" }
    #expect(report.violated == [] && passed.count <= 4, "\(report.results)")
    #expect(!report.isConformant && report.obstacle?.contains("serverUnreachable") == true)
  }
}
