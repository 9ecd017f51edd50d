import FileProvider
@testable import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// Items that have got other identifiers when the provider answers: it names its items by path, and their folders have exchanged their names.
@Suite struct ExchangedIdentifiersTests {
  private func exchangeIdentifiers(_ a: ItemID, _ b: ItemID, _ stage: ReplicaStage) throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      guard var first = try ProvidedReader(transaction.reader).provided(a),
        var second = try ProvidedReader(transaction.reader).provided(b)
      else {
        return
      }
      (first.item, second.item) = (second.item, first.item)
      var other = second
      other.identifier = "of nothing"
      for row in [other, first, second] { try ReplicationEditor(transaction).write(row) }
    }
  }

  /// - Parameter isAsked: Whether the provider is asked for the item, and not sent it.
  @Test(arguments: [true, false])
  func `an item that gets another identifier during a call is asked for under that`(isAsked: Bool) async throws {
    let call = isAsked ? Fault.Call.item : .modify
    let fault = Fault(.held, in: call, of: "a", times: 1)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [fault]))
    try await stage.replica.synchronize(listsEverything: true)
    let (a, b) = (try stage.id("/a"), try stage.id("/folder/b"))
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      if isAsked { return try ReplicationEditor(transaction).ask(for: a) }
      try TreeEditor(transaction).changeMembership(of: a) { $0.favoriteRank = 7 }
    }
    stage.replica.pushNow()
    #expect(try await eventually { stage.provider.heldCount == 1 })
    try exchangeIdentifiers(a, b, stage)
    stage.provider.release()
    #expect(try await stage.push())
    #expect(stage.provider.count(.item, of: "b") > 0)
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.id("/folder/b") == a)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  private func name(_ id: ItemID, _ identifier: String, _ stage: ReplicaStage) throws {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      guard var row = try ProvidedReader(transaction.reader).provided(id) else { return }
      row.identifier = identifier
      try ReplicationEditor(transaction).write(row)
    }
  }

  /// The folder that it is in was moved by a call, and is listed at the same time: that confirms its own identifier between the answer and what
  /// follows from it.
  @Test func `a folder that gets another identifier while it is listed under its former one is not removed`()
    async throws
  {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.replica.synchronize(listsEverything: true)
    let folder = try stage.id("/folder")
    try name(folder, "former", stage)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).expireListing(of: folder)
    }
    stage.log.listen { message in
      if message == "the provider answered with an error" { try? name(folder, "folder", stage) }
    }
    try await stage.replica.synchronize()
    stage.log.listen(nil)
    #expect(stage.log.text.contains("the provider answered with an error"))
    try await stage.replica.synchronize()
    #expect(try stage.id("/folder") == folder)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// It is in a folder that nobody has looked into, and asked for since changes may have been missed.
  @Test func `an item that gets another identifier while it is asked for is not removed`() async throws {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree))
    try await stage.list("/")
    stage.tree.change("b") { $0.favoriteRank = 1 }
    try await stage.replica.synchronize()
    let id = try stage.id("/folder/b")
    #expect(try stage.item("/folder")?.flags.contains(.unlisted) == true)
    try name(id, "former", stage)
    stage.provider.fail([Fault(.late, in: .item, of: "former", times: 1, milliseconds: 400)])
    stage.expireAnchors()
    stage.provider.base.signal()
    #expect(try await eventually { stage.provider.count(.item, of: "former") > 0 })
    try name(id, "b", stage)
    try await stage.replica.synchronize()
    #expect(try stage.item("/folder/b")?.id == id)
    await stage.stop()
  }
}
