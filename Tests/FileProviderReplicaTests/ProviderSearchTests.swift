import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What a provider's own search finds, and what becomes of it in the store.
@Suite struct ProviderSearchTests {
  private static let items: [MemoryItem] = [
    .folder("letters"), .folder("old", in: "letters"), MemoryItem("report", in: "old", contents: "text"),
    MemoryItem("reports.txt", in: "letters"), MemoryItem("other", in: "old"),
  ]

  private func makeStage(pageSize: Int = 100, limits: ReplicaLimits = .quick) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: Self.items, pageSize: pageSize), limits: limits)
    try await stage.list("/")
    return stage
  }

  private func search(_ query: String, _ stage: ReplicaStage, wanted: Int = 100) async throws -> Replica.Findings {
    try await withCheckedThrowingContinuation { continuation in
      stage.replica.search(for: query, wanted: wanted) { continuation.resume(with: $0) }
    }
  }

  private func paths(_ findings: Replica.Findings, _ stage: ReplicaStage) throws -> [String] {
    try findings.findings.map { finding in
      guard case .item(let id) = finding else { return "\(finding)" }
      return try stage.store.readCommitted { (reader) throws(StoreError) in try reader.path(of: id) } ?? "\(id)"
    }
  }

  @Test(arguments: [1, 100])
  func `what is found in a folder that was never listed is a dataless item below its folders, and stays unlisted`(
    pageSize: Int
  ) async throws {
    let stage = try await makeStage(pageSize: pageSize)
    let found = try await search("REPORT", stage)
    #expect(try paths(found, stage) == ["/letters/old/report", "/letters/reports.txt"])
    #expect(!found.hasMore)
    #expect(try stage.item("/letters/old/report")?.flags.contains(.dataless) == true)
    #expect(try stage.item("/letters/old")?.flags.contains(.unlisted) == true)
    #expect(try stage.item("/letters/old/other") == nil)
    #expect(try await stage.read("/letters/old/report") == "text")
    // Listed later, its folder has everything, and nothing twice.
    try await stage.list("/letters/old")
    #expect(try stage.names("/letters/old") == ["other", "report"])
    // Its changes are uploaded like those of any other item.
    stage.tree.remove("report")
    try await stage.replica.synchronize()
    #expect(try stage.item("/letters/old/report") == nil)
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test func `no more is taken than is wanted`() async throws {
    let stage = try await makeStage()
    let found = try await search("report", stage, wanted: 1)
    #expect(try paths(found, stage) == ["/letters/old/report"])
    #expect(found.hasMore)
    #expect(try stage.item("/letters/reports.txt") == nil)
    await stage.stop()
  }

  @Test func `what was deleted here does not come back by a search, nor does a folder above it`() async throws {
    let stage = try await makeStage()
    try await stage.list("/letters")
    stage.provider.fail([.failing(.serverUnreachable, in: .delete)])
    try stage.remove("/letters/reports.txt")
    #expect(try await paths(search("report", stage), stage) == ["/letters/old/report"])
    try await stage.list("/letters/old")
    try stage.remove("/letters")
    stage.tree.put(MemoryItem("newest", in: "old"))
    for query in ["newest", "other"] {
      let found = try await search(query, stage).findings
      #expect(!found.contains { if case .item = $0 { true } else { false } }, "\(found)")
    }
    #expect(try stage.names("/") == [])
    stage.tree.remove("newest")
    stage.provider.mend()
    stage.replica.signal()
    #expect(try await stage.push())
    #expect(stage.tree["letters"] == nil && stage.tree["reports.txt"] == nil)
    await stage.stop()
  }

  @Test func `a result that has no place here is reported by its name`() async throws {
    let stage = try await makeStage()
    stage.provider.fail([.failing(.noSuchItem, in: .item, of: "old")])
    let found = try await search("other", stage).findings
    #expect(found == [.elsewhere(identifier: "other", filename: "other")])
    // What the provider has no more is no result.
    stage.provider.fail([.failing(.noSuchItem, in: .item, of: "reports.txt")])
    #expect(try await paths(search("reports", stage), stage) == [])
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test(arguments: [
    Fault(.loop, in: .search), Fault(.flood, in: .search), Fault(.longToken, in: .search), Fault(.never, in: .search),
    Fault.failing(.notAuthenticated, in: .search),
  ])
  func `a search that goes wrong fails, and takes nothing into the store`(fault: Fault) async throws {
    var limits = ReplicaLimits.quick
    limits.call = .seconds(1)
    let stage = try await makeStage(limits: limits)
    stage.provider.fail([fault])
    await #expect(throws: (any Error).self) { try await search("report", stage) }
    #expect(try stage.item("/letters/reports.txt") == nil)
    await stage.stop()
  }

  @Test func `a result that cannot be asked for in time is reported by its name`() async throws {
    var limits = ReplicaLimits.quick
    limits.search = .milliseconds(300)
    let stage = try await makeStage(limits: limits)
    stage.provider.fail([Fault(.never, in: .item, of: "report")])
    let found = try await search("report", stage).findings
    #expect(found.first == .elsewhere(identifier: "report", filename: "report"))
    await stage.stop()
  }

  @Test func `it is noted in the store whether the provider searches`() async throws {
    let stage = try await makeStage()
    #expect(try stage.setting(Replica.searchSetting) == "1")
    stage.domain.supportsStringSearchRequest = false
    try await stage.restart()
    #expect(try stage.setting(Replica.searchSetting) == nil)
    await stage.stop()
  }
}
