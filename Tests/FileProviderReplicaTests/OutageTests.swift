import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// A provider that is out of reach for a while, and does not signal that it is back.
@Suite struct OutageTests {
  private static let away = NSFileProviderError(.serverUnreachable)
  private static let second: UInt64 = 1_000_000_000

  private func stage(_ faults: [Fault]) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.list("/")
    try await stage.replica.synchronize()
    stage.provider.fail(faults)
    return stage
  }

  @Test func `an item out of reach is asked for again after 2, 4, 8 seconds and so on, once in each pause`() {
    var latches = Latches()
    let item = ItemID(rawValue: 2000)
    _ = latches.set(Self.away, for: item, at: 0)
    var tries: [UInt64] = []
    for step in 0..<1000 {
      let now = UInt64(step) * Self.second / 4
      guard latches.error(for: item, at: now) == nil else { continue }
      tries.append(now / Self.second)
      let isHeldUp = latches.error(for: item, at: now + 1) != nil
      #expect(isHeldUp, "the probe is under way")
      _ = latches.set(Self.away, for: item, at: now)
    }
    #expect(tries == [2, 6, 14, 30, 62, 94, 126, 158, 190, 222])
  }

  @Test func `the pause begins when the provider has answered, however long that takes`() {
    var latches = Latches()
    let item = ItemID(rawValue: 2000)
    _ = latches.set(Self.away, for: item, at: 0)
    var isAsked = [latches.error(for: item, at: 2 * Self.second) == nil]
    _ = latches.set(Self.away, for: item, at: 32 * Self.second)
    isAsked += [35, 36].map { latches.error(for: item, at: $0 * Self.second) == nil }
    #expect(isAsked == [true, false, true])
  }

  @Test func `a walk through a large tree asks for eight items, and then for one in each pause`() {
    var latches = Latches()
    var asked: [Int] = []
    for number in 0..<10_000 {
      // One item in each millisecond.
      let (item, now) = (ItemID(rawValue: 2000 + Int64(number)), UInt64(number) * Self.second / 1000)
      guard latches.error(for: item, isOpening: true, at: now) == nil else { continue }
      asked.append(number)
      _ = latches.set(Self.away, for: item, at: now)
    }
    #expect(asked == Array(0..<8) + [2000, 4000, 6000, 8000])
    #expect(latches.problems.map(\.count) == [12])
    let last = ItemID(rawValue: 10_000)
    // Two seconds are over; then it is opened again.
    let isAsked = [1, 2].map { latches.error(for: last, isOpening: true, at: 10 * Self.second + $0) == nil }
    let wasOutOfReach = latches.noteAnswer(at: 10 * Self.second + 3)
    #expect(isAsked == [true, true] && wasOutOfReach)
    #expect(latches.isEmpty)
  }

  /// Where a part of the provider is out of reach, each call that reaches the rest would ask for all of that part.
  @Test func `what is soon out of reach again is freed by a success after 2, 4, 8 seconds and so on`() {
    var latches = Latches()
    var freed: [UInt64] = []
    for now in Array(0..<40) + [400, 401, 402] as [UInt64] {
      _ = latches.set(Self.away, for: ItemID(rawValue: 2000), at: now * Self.second)
      if latches.noteAnswer(at: now * Self.second) { freed.append(now) }
    }
    #expect(freed == [0, 2, 6, 14, 30, 400, 402])
  }

  @Test func `a document that is opened again is asked for again at once`() async throws {
    let stage = try await stage([.failing(.serverUnreachable, in: .fetch, of: "a", times: 2)])
    for _ in 0..<2 { #expect(await stage.failure { _ = try await stage.read("/a") } == EHOSTUNREACH) }
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(stage.replica.problems.isEmpty)
    await stage.stop()
  }

  @Test func `a folder that nothing else frees is listed after a pause`() async throws {
    let stage = try await stage([.failing(.serverUnreachable, in: .page, of: "folder", times: 1)])
    for _ in 0..<2 { #expect(await stage.failure { try await stage.list("/folder") } == EHOSTUNREACH) }
    #expect(stage.provider.count(.page, of: "folder") == 1)
    let end = ContinuousClock.now + .seconds(30)
    while await stage.failure({ try await stage.list("/folder") }) != nil, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try stage.names("/folder").count == 4)
    // It has two pages.
    #expect(stage.provider.count(.page, of: "folder") == 3)
    await stage.stop()
  }

  enum Success: CaseIterable {
    case read, listing, push, pull, lookup
  }

  @Test(arguments: Success.allCases)
  func `any call that succeeds frees what was out of reach`(_ success: Success) async throws {
    let stage = try await stage([.failing(.serverUnreachable, in: .page, of: "folder", times: 1)])
    #expect(await stage.failure { try await stage.list("/folder") } == EHOSTUNREACH)
    switch success {
    case .read: _ = try await stage.read("/a")
    case .listing: try await stage.list("/empty")
    case .push:
      try stage.make("/new", "text")
      #expect(try await stage.push())
    case .pull: _ = try stage.replica.puller.pullChanges()
    case .lookup: _ = try stage.replica.calls.item(for: NSFileProviderItemIdentifier("a"))
    }
    #expect(stage.replica.problems.isEmpty)
    try await stage.list("/folder")
    await stage.stop()
  }

  enum Paused: CaseIterable {
    case changes, upload, pinned
  }

  /// Each pause would take half an hour at least.
  @Test(arguments: Paused.allCases)
  func `any call that succeeds ends the pause before the next try`(_ paused: Paused) async throws {
    var limits = ReplicaLimits.quick
    (limits.longestPause, limits.longestIdlePause) = (.seconds(3600), .seconds(3600))
    if paused != .changes { limits.firstPause = .seconds(3600) }
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree), limits: limits)
    try await stage.list("/")
    try await stage.list("/folder")
    try await stage.replica.synchronize()
    _ = try await stage.read("/folder/b")
    switch paused {
    case .changes:
      stage.provider.fail([.failing(.serverUnreachable, in: .changes, times: 1)])
      stage.tree.put(MemoryItem("late", contents: "late"))
      stage.provider.base.signal()
    case .upload:
      stage.provider.fail([.failing(.serverUnreachable, in: .create, times: 1)])
      try stage.make("/new", "text")
      #expect(try await eventually { try stage.waiting().first?.errorDomain != nil })
    case .pinned:
      stage.provider.fail([.failing(.serverUnreachable, in: .fetch, of: "a", times: 1)])
      try stage.change("/a") { (transaction, id) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id) { $0.pinned = true }
      }
    }
    if paused != .upload { #expect(try await eventually { !stage.replica.problems.isEmpty }) }
    _ = try stage.replica.calls.item(for: NSFileProviderItemIdentifier("a"))
    let isOver = try await eventually {
      switch paused {
      case .changes: try stage.item("/late") != nil
      case .upload: stage.providedText("/new") == "text"
      case .pinned: try stage.item("/a")?.flags.contains(.dataless) == false
      }
    }
    #expect(isOver)
    await stage.stop()
  }

  /// Nobody signals, and nothing is changed here.
  @Test func `changes that were out of reach are asked for again`() async throws {
    let stage = try await stage([.failing(.serverUnreachable, in: .changes, times: 20)])
    stage.tree.put(MemoryItem("late", contents: "late"))
    stage.provider.base.signal()
    #expect(try await eventually { try stage.item("/late") != nil })
    #expect(stage.replica.problems.isEmpty)
    await stage.stop()
  }

  @Test func `pinned items are downloaded when the server is back, though nobody asks for them`() async throws {
    let stage = try await stage([.failing(.serverUnreachable, in: .fetch, of: "a", times: 1)])
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.pinned = true }
    }
    #expect(try await eventually { try stage.item("/a")?.flags.contains(.dataless) == false })
    #expect(stage.provider.count(.fetch, of: "a") == 2)
    await stage.stop()
  }
}
