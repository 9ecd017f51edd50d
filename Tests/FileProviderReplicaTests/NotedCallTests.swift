import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// What the store has of the replica's calls.
@Suite struct NotedCallTests {
  private func stage(_ faults: [Fault] = []) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults))
    try await stage.list("/")
    return stage
  }

  private func call(_ id: ItemID, _ stage: ReplicaStage) throws -> SentCall? {
    try stage.store.readCommitted { (reader) throws(StoreError) in try ReplicationReader(reader).sentCall(of: id) }
  }

  private func row(_ id: ItemID, _ stage: ReplicaStage) throws -> PendingRow? {
    try stage.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).pending(id) }
  }

  /// The provider has refused them in words: nothing is unknown.
  @Test func `fields that a provider does not take leave no call`() async throws {
    let stage = try await stage([.failing(cocoa: .featureUnsupported, in: .modify)])
    let id = try stage.id("/a")
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) }
    }
    #expect(try await eventually { try row(id, stage)?.state == .local })
    #expect(try call(id, stage) == nil)
    await stage.stop()
  }

  /// What it reported meanwhile is not written yet, and the item stays here otherwise.
  @Test func `an item of which nothing is sent any more is asked for if it was reported meanwhile`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    let call = try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) }
      var row = PendingRow(item: id, at: transaction.generation, since: 0, noted: 0)
      row.fields = .tags
      row.isStale = true
      try ReplicationEditor(transaction).write(row)
      return try PushEditor(transaction).beginCall(.modify, of: id, fields: .tags)
    }
    let asked = stage.provider.count(.item, of: "a")
    try stage.replica.pusher.handleUnsupported(call, CocoaError(.featureUnsupported) as NSError)
    stage.replica.state.pushNow()
    #expect(try await eventually { try row(id, stage).map { $0.state == .local && !$0.isStale } ?? false })
    #expect(stage.provider.count(.item, of: "a") > asked)
    await stage.stop()
  }

  /// Once the provider was asked for an item, no call on it is unconfirmed, whatever else is pending of it.
  @Test func `an answer about an item ends what is unconfirmed of it`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      var row = PendingRow(item: id, at: transaction.generation, since: 0, noted: 0)
      (row.kept, row.state, row.options) = (.owner, .calling, .mayAlreadyExist)
      try ReplicationEditor(transaction).write(row)
    }
    stage.replica.pusher.ask(for: id, "a")
    // What the changes report of it meanwhile makes the answer void: then it is asked for again.
    #expect(try await eventually { try row(id, stage).map { $0.state != .calling && $0.options == [] } ?? false })
    await stage.stop()
  }

  /// That an item is at none of the places that were asked for shows nothing of the contents that were sent. While it may have another identifier, it shows
  /// nothing at all.
  @Test func `a search that finds nothing ends the moves alone`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "x"), mode: .failing)
      var row = PendingRow(item: id, at: transaction.generation, since: 0, noted: 0)
      row.fields = [.contents, .filename]
      try ReplicationEditor(transaction).write(row)
      for fields in [ChangedFields.contents, .filename] {
        let call = try PushEditor(transaction).beginCall(.modify, of: id, fields: fields)
        try PushEditor(transaction).endCall(call, mayHaveHappened: true) { $0.state = .parked }
      }
    }
    guard case .unknown = stage.replica.pusher.find(id, asked: NSFileProviderItemIdentifier("another")) else {
      Issue.record("it has another identifier")
      return
    }
    #expect(try call(id, stage)?.operation == .move)
    guard case .gone = stage.replica.pusher.find(id, asked: NSFileProviderItemIdentifier("a")) else {
      Issue.record("it is nowhere")
      return
    }
    #expect(try call(id, stage)?.operation == .modify)
    await stage.stop()
  }

  /// A program may write to a document between the plan and the copy that is sent.
  @Test func `the size of what is sent is noted`() async throws {
    let stage = try await stage([
      Fault(.error, in: .modify, code: 1, domain: "Other"), Fault(.error, in: .item, code: 1, domain: "Other"),
    ])
    let id = try stage.id("/a")
    var call: PushCall?
    try stage.withContents("ours", inFile: true) { key in
      call = try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
        try transaction.setContents(key, size: 4, modified: .now, of: id)
        var row = PendingRow(item: id, at: transaction.generation, since: 0, noted: 0)
        row.fields = .contents
        try ReplicationEditor(transaction).write(row)
        return try PushEditor(transaction).beginCall(.modify, of: id, fields: .contents)
      }
      let file = try FileHandle(forWritingTo: stage.store.contents.url(of: key))
      try file.seekToEnd()
      try file.write(contentsOf: Data(" and more".utf8))
      try file.close()
    }
    let sent = try #require(call)
    #expect(try self.call(id, stage)?.size == 4)
    stage.replica.pusher.perform(sent)
    #expect(try self.call(id, stage)?.number == sent.number)
    #expect(try self.call(id, stage)?.size == 13)
    await stage.stop()
  }
}
