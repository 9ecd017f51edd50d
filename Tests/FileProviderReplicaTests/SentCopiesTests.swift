import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import FileProviderSQLite
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// Copies of contents that were sent, and may be at the provider.
@Suite struct SentCopiesTests {
  /// A document of which nothing was sent, and the folder of the copies: no call removes what a test puts there.
  private func stage() async throws -> (ReplicaStage, ItemID, ContentSnapshots) {
    let stage = try await ReplicaStage(.plain)
    try await stage.list("/")
    let copies = ContentSnapshots(of: stage.store)
    try FileManager.default.createDirectory(at: copies.folder, withIntermediateDirectories: true)
    return (stage, try stage.id("/a"), copies)
  }

  @Test func `a copy stays until it is written that nobody asks for it`() async throws {
    let (stage, id, copies) = try await stage()
    let copy = copies.url(of: id)
    try Data("sent".utf8).write(to: copy)
    #expect(throws: StoreError.self) {
      try stage.replica.pusher.sent.change(endingSentOf: id, where: { true }) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).markStale(for: "a")
        throw StoreError(.full, "as if there were no room")
      }
    }
    #expect(try String(contentsOf: copy, encoding: .utf8) == "sent")
    try stage.replica.pusher.sent.change(endingSentOf: id, where: { false }) { (_) throws(StoreError) in }
    #expect(try String(contentsOf: copy, encoding: .utf8) == "sent")
    try stage.replica.pusher.sent.change(endingSentOf: id, where: { true }) { (_) throws(StoreError) in }
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    await stage.stop()
  }

  @Test func `the copy of a document that was replaced stays until then, too`() async throws {
    let (stage, id, copies) = try await stage()
    let former = ItemID(rawValue: 1_000_000)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).recordSentContents(of: former, with: id)
    }
    func owner() throws -> ItemID? {
      try stage.store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).formerOwnerOfSentContents(of: id)
      }
    }
    let copy = copies.url(of: former)
    try Data("sent".utf8).write(to: copy)
    // What is written after all that the change itself writes.
    let database = try Connection(stage.directory.appendingPathComponent("items.sqlite"), .writing)
    try database.execute(
      """
      CREATE TRIGGER fails BEFORE INSERT ON settings WHEN new.key = 'push.anchor'
      BEGIN SELECT RAISE(ABORT, 'as if there were no room'); END
      """)
    #expect(throws: StoreError.self) {
      try stage.replica.pusher.sent.change(endingSentOf: id, where: { true }) { (transaction) throws(StoreError) in
        try TreeEditor(transaction).changeMembership(of: id) { $0.favoriteRank = 1 }
      }
    }
    try database.execute("DROP TRIGGER fails")
    #expect(try String(contentsOf: copy, encoding: .utf8) == "sent")
    #expect(try owner() == former)
    try stage.replica.pusher.sent.change(endingSentOf: id, where: { true }) { (_) throws(StoreError) in }
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(try owner() == nil)
    await stage.stop()
  }

  /// A call that was answered ends its copy in a later transaction. By then the next call may have made its own, and the document been replaced.
  @Test(arguments: [PendingRow.State.calling, .parked])
  func `the copy of a later call stays when an earlier one ends`(state: PendingRow.State) async throws {
    let (stage, id, copies) = try await stage()
    try await stage.list("/folder")
    let successor = try stage.id("/folder/c")
    let call = try stage.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      var row = PendingRow(item: id, at: transaction.generation, since: 0, noted: PushPace.now)
      row.fields = .contents
      try ReplicationEditor(transaction).write(row)
      let call = try PushEditor(transaction).beginCall(.modify, of: id, fields: .contents)
      try ReplicationEditor(transaction).forgetPending(id)
      row.item = successor
      row.state = state
      if state == .parked { row.options = .mayAlreadyExist }
      try ReplicationEditor(transaction).write(row)
      try ReplicationEditor(transaction).recordSentContents(of: id, with: successor)
      return call
    }
    func end() throws {
      let pusher = stage.replica.pusher
      try pusher.sent.endingCopies { (copies: inout EndedCopies) throws(StoreError) in
        try pusher.change { (transaction) throws(StoreError) in try pusher.endSnapshot(of: call, &copies, transaction) }
      }
    }
    let copy = copies.url(of: id)
    try Data("sent".utf8).write(to: copy)
    try end()
    #expect(try String(contentsOf: copy, encoding: .utf8) == "sent")
    try stage.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).forgetPending(successor)
    }
    try end()
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    let owner = try stage.store.readCommitted { (reader) throws(StoreError) in
      try ReplicationReader(reader).formerOwnerOfSentContents(of: successor)
    }
    #expect(owner == nil)
    await stage.stop()
  }

  /// Only what was sent can be evicted, so a small document that could not be sent would take its room for ever.
  @Test(.enabled(if: Machine.isRoot, "only root can mount a small disk"))
  func `a small document is sent with little room, and a large one waits and leaves nothing`() async throws {
    let (stage, _, copies) = try await stage()
    let notified = Mutex<[String]>([])
    stage.replica.whenUserActionIsRequired { error in notified.withLock { $0.append(error.localizedDescription) } }
    // Another disk than that of the contents: nothing can be shared with it.
    let disk = try SmallDisk(at: copies.folder.path, megabytes: 20)
    try stage.write("/a", "sent")
    #expect(try await eventually { stage.providedText("/a") == "sent" })
    try stage.write("/a", String(repeating: "x", count: 15 << 20))
    #expect(try await eventually { try stage.waiting().contains { $0.state != .calling && $0.attempts > 0 } })
    #expect(try await eventually { try FileManager.default.contentsOfDirectory(atPath: disk.path).isEmpty })
    #expect(stage.providedText("/a") == "sent")
    // Only a user makes room.
    let blocked = try stage.store.readCommitted { (reader) throws(StoreError) in
      try PushReader(reader).blockedItems(limit: 9)
    }
    #expect(blocked.map(\.path) == ["/a"])
    let problem = "not enough space on this machine for a copy of the contents to upload"
    #expect(try await eventually { notified.withLock { $0 } == [problem] })
    await stage.stop()
  }

  /// The process was killed before the commit after which nobody would ask for it.
  @Test(arguments: [nil, "newer"])
  func `a copy that was set aside is there again for who is to compare it`(newer: String?) async throws {
    let (stage, wanted, copies) = try await stage()
    let other = ItemID(rawValue: 1_000_000)
    for id in [wanted, other] {
      try Data("sent".utf8).write(to: copies.url(of: id))
      copies.setAside(id)
    }
    if let newer { try Data(newer.utf8).write(to: copies.url(of: wanted)) }
    try copies.sweep { $0 == wanted }
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies.folder.path) == ["\(wanted.rawValue)"])
    #expect(try String(contentsOf: copies.url(of: wanted), encoding: .utf8) == newer ?? "sent")
    await stage.stop()
  }

  /// The change may have been committed all the same, and the next call may be sending another one.
  @Test func `a newer copy is not replaced by one that was set aside`() async throws {
    let (stage, id, copies) = try await stage()
    try Data("sent".utf8).write(to: copies.url(of: id))
    copies.setAside(id)
    #expect(!FileManager.default.fileExists(atPath: copies.url(of: id).path))
    try Data("newer".utf8).write(to: copies.url(of: id))
    copies.takeBack(id)
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies.folder.path) == ["\(id.rawValue)"])
    #expect(try String(contentsOf: copies.url(of: id), encoding: .utf8) == "newer")
    await stage.stop()
  }

  /// What was sent is at the provider then, and nobody else's edit.
  @Test func `a copy stays for what is saved over its document while they are compared`() async throws {
    let stage = try await ReplicaStage(.plain)
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/a")
    stage.provider.fail([
      Fault(.errorAfterwards, in: .modify, code: 1, domain: "Other"),
      Fault(.error, in: .item, code: 1, domain: "Other"),
    ])
    try stage.write("/a", "sent")
    #expect(try await eventually { stage.providedText("/a") == "sent" })
    #expect(try await eventually { try stage.waiting().contains { $0.state != .calling && $0.attempts > 0 } })
    // It is asked for, and downloaded to be compared.
    let fetches = stage.provider.count(.fetch, of: "a")
    stage.provider.fail([Fault(.late, in: .fetch, of: "a", times: 1, milliseconds: 500)])
    stage.replica.state.retryPushes()
    #expect(try await eventually { stage.provider.count(.fetch, of: "a") > fetches })
    try stage.save("/a", "newer")
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.providedText("/a") == "newer")
    #expect(stage.tree.items.filter { $0.contents == Data("sent".utf8) }.isEmpty)
    #expect(try stage.names("/").filter { $0.hasPrefix("a") } == ["a"])
    await stage.stop()
    #expect(try stage.findings() == [])
  }
}
