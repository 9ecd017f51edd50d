import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderReplica

/// One call of an item at a time, however long the provider takes.
@Suite struct OverdueCallsTests {
  private func stage(
    _ faults: [Fault], fetch: Duration = .seconds(2), afterCancel: Duration = .seconds(600)
  ) async throws -> ReplicaStage {
    var limits = ReplicaLimits.quick
    (limits.fetch, limits.afterCancel) = (fetch, afterCancel)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  /// As of an extension that returns a bare `Progress`, and whose upload takes longer than the deadline: nothing is there before it ends.
  @Test(arguments: [Fault.Call.create, .modify, .delete])
  func `a call that is overdue is cancelled, and not made again before it is answered`(_ call: Fault.Call) async throws
  {
    let stage = try await stage([Fault(.waiting, in: call, times: 1)])
    _ = try await stage.read("/a")
    switch call {
    case .create: _ = try stage.make("/new", "text")
    case .modify: try stage.write("/a", "text")
    default: try stage.remove("/a")
    }
    #expect(try await eventually { stage.provider.cancelledCount == 1 })
    // What the provider says of the item, and what is asked for, changes nothing; others go on.
    stage.tree.change("a") { $0.tags = "theirs" }
    for text in ["one", "two"] {
      if text == "one" { try stage.make("/folder/other", text) } else { try stage.write("/folder/other", text) }
      stage.replica.signal()
      stage.replica.pushNow()
      #expect(try await eventually { stage.providedText("/folder/other") == text })
    }
    #expect(stage.provider.count(call, of: call == .create ? MemoryItem.root : "a") == 1)
    #expect(stage.provider.cancelledCount == 1)
    #expect(try stage.waiting().contains { $0.state == .calling })
    stage.provider.release()
    #expect(try await stage.push())
    #expect(stage.provider.count(call, of: call == .create ? MemoryItem.root : "a") == 1)
    #expect(stage.providedText("/new") == (call == .create ? "text" : nil))
    #expect(stage.providedText("/a") == (call == .create ? "alpha\n" : call == .modify ? "text" : nil))
    #expect(!stage.log.text.contains("too late"), "\(stage.log.text)")
    await stage.stop()
  }

  /// As after `kill -9`: the provider carried out the call, and its answer went with the process.
  @Test(arguments: [Fault.Call.create, .modify, .delete])
  func `a process whose provider does not answer is replaced, and what became of the call is asked`(
    _ call: Fault.Call
  ) async throws {
    let stage = try await stage(
      [Fault(.neverAfterwards, in: call, times: 1)], afterCancel: .milliseconds(500))
    let reported = Monitor(0)
    stage.replica.whenProviderHangs {
      reported.withLock { $0 += 1 }
      return true
    }
    _ = try await stage.read("/a")
    switch call {
    case .create: _ = try stage.make("/new", "text")
    case .modify: try stage.write("/a", "text")
    default: try stage.remove("/a")
    }
    // Until the process has ended that is reported again, and no other call begins.
    #expect(try await eventually { reported.read { $0 } >= 2 })
    #expect(stage.provider.count(call, of: call == .create ? MemoryItem.root : "a") == 1)
    #expect(try stage.waiting().contains { $0.state == .calling })
    try await stage.restart()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.tree.items.count { $0.contents == Data("text".utf8) } == (call == .delete ? 0 : 1))
    #expect(stage.provided("/a") == nil ? call == .delete : call != .delete)
    // Only a deletion is sent again: it does no harm.
    if call != .delete { #expect(stage.provider.count(call, of: call == .create ? MemoryItem.root : "a") == 1) }
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The method itself does not return, so there is no progress to cancel.
  @Test func `a provider that is stuck in the call has its process replaced, too`() async throws {
    let stage = try await stage(
      [Fault(.blocking, in: .modify, times: 1, milliseconds: 4000)], fetch: .seconds(1),
      afterCancel: .milliseconds(200))
    let reported = Monitor(0)
    stage.replica.whenProviderHangs {
      reported.withLock { $0 += 1 }
      return true
    }
    _ = try await stage.read("/a")
    try stage.write("/a", "text")
    #expect(try await eventually { reported.read { $0 } > 0 })
    #expect(stage.providedText("/a") == "alpha\n")
    await stage.stop()
  }

  @Test func `contents whose fetch was cancelled are asked for again when it is answered`() async throws {
    let stage = try await stage([Fault(.held, in: .fetch, of: "a", times: 1)], fetch: .seconds(600))
    let ticket = stage.replica.begin(.contents(try stage.id("/a"))) { _ in }
    #expect(try await eventually { stage.provider.heldCount == 1 })
    stage.replica.withdraw(ticket)
    #expect(try await eventually { stage.provider.cancelledCount == 1 })
    async let text = stage.read("/a")
    #expect(try await eventually { stage.replica.loader.loads.has(.contents(try stage.id("/a"))) })
    for path in ["/folder/b", "/folder/c"] { _ = try await stage.read(path) }
    #expect(stage.provider.count(.fetch, of: "a") == 1)
    stage.provider.release()
    #expect(try await text == "alpha\n")
    #expect(stage.provider.count(.fetch, of: "a") == 2)
    #expect(!stage.log.text.contains("too late"), "\(stage.log.text)")
    await stage.stop()
  }

  /// Nobody waits for it, so nothing is replaced; whoever wants the document is not kept waiting for ever.
  @Test func `a fetch that was cancelled and is never answered is a matter of the next one`() async throws {
    let stage = try await stage(
      [Fault(.never, in: .fetch, of: "a", times: 1)], fetch: .seconds(600), afterCancel: .milliseconds(50))
    let reported = Monitor(0)
    stage.replica.whenProviderHangs {
      reported.withLock { $0 += 1 }
      return false
    }
    let ticket = stage.replica.begin(.contents(try stage.id("/a"))) { _ in }
    #expect(try await eventually { stage.provider.count(.fetch, of: "a") == 1 })
    stage.replica.withdraw(ticket)
    #expect(try await eventually { stage.provider.cancelledCount == 1 })
    for path in ["/folder/b", "/folder/c"] { _ = try await stage.read(path) }
    #expect(reported.read { $0 } == 0)
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(reported.read { $0 } == 1)
    await stage.stop()
  }

  @Test func `contents that are large may take long until they make progress`() {
    let limits = ReplicaLimits()
    #expect(limits.firstSign(of: 0) == .seconds(600))
    #expect(limits.firstSign(of: 1 << 30) == .seconds(600 + 16_384))
  }
}
