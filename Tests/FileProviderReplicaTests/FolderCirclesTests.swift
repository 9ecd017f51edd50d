import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// Folders that were moved here and at the provider into each other.
@Suite struct FolderCirclesTests {
  /// Folders `x`, `y`, `z` in the root, `w` with `v` in it, and a document in each.
  private static var tree: [MemoryItem] {
    let root = MemoryItem.root
    let folders = [("x", root), ("y", root), ("z", root), ("w", root), ("v", "w")]
    return folders.flatMap { name, parent in
      [.folder(name, in: parent), MemoryItem("in \(name)", in: name, contents: "in \(name)")]
    }
  }

  private func stage(_ faults: [Fault] = []) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(ProviderScript(items: Self.tree, faults: faults))
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  /// Moves a folder at the provider. It sends no signal.
  private func moveThere(_ identifier: String, into folder: String, _ stage: ReplicaStage) {
    stage.tree.change(identifier) { $0.parent = folder }
  }

  /// Moves folders here, all before any of it is sent.
  private func moveHere(
    _ moves: [(path: String, folder: String)], removing removed: String? = nil, _ stage: ReplicaStage
  )
    throws
  {
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      for (path, folder) in moves {
        guard let id = try transaction.reader.resolve(path)?.id,
          let folder = try transaction.reader.resolve(folder)?.id,
          let name = try transaction.reader.record(id)?.name
        else { throw StoreError(.noSuchItem, path) }
        try TreeEditor(transaction).move(id, to: folder, name: name, mode: .failing)
      }
      if let removed, let item = try transaction.reader.resolve(removed) {
        _ = try TreeEditor(transaction).deleteTree(item.id, in: item.parent, limit: .max)
      }
    }
  }

  private func expectPushed(_ stage: ReplicaStage) async throws {
    let isPushed = try await stage.push()
    let waiting = try stage.waiting()
    #expect(isPushed, "\(waiting)")
  }

  private func expectEqual(_ stage: ReplicaStage) async throws {
    try await expectPushed(stage)
    try await stage.replica.synchronize(listsEverything: true)
    try await expectPushed(stage)
    #expect(try stage.difference() == nil)
    #expect(stage.tree.items.count == Self.tree.count)
  }

  /// The move that is sent later is undone.
  @Test func `two folders are moved into each other`() async throws {
    let stage = try await stage()
    moveThere("x", into: "y", stage)
    try stage.move("/y", to: "/x/y")
    try await expectEqual(stage)
    #expect(stage.provided("/y/x/in x") != nil)
    await stage.stop()
  }

  /// Whatever error the provider has for it.
  @Test(arguments: [
    NSFileProviderError(.noSuchItem) as NSError, NSFileProviderError(.filenameCollision) as NSError,
    NSFileProviderError(.excludedFromSync) as NSError,
    NSFileProviderError(.localVersionConflictingWithServer) as NSError,
    CocoaError(.fileWriteInvalidFileName) as NSError, CocoaError(.fileWriteNoPermission) as NSError,
    CocoaError(.featureUnsupported) as NSError, NSError(domain: "Other", code: 1),
  ])
  func `a move is given up that the provider refuses with some error`(_ error: NSError) async throws {
    let stage = try await stage([Fault(.error, in: .modify, of: "y", code: error.code, domain: error.domain)])
    moveThere("x", into: "y", stage)
    try stage.move("/y", to: "/x/y")
    try await expectEqual(stage)
    #expect(stage.provided("/y/x/in x") != nil)
    await stage.stop()
  }

  /// What else was changed of the folder is uploaded.
  @Test func `a folder that goes back has its new name and tags`() async throws {
    let stage = try await stage()
    moveThere("x", into: "y", stage)
    let folder = try stage.id("/x")
    try stage.make("/y/made", "made")
    try stage.change("/y") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: folder, name: FileName(unchecked: "new"))
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) }
    }
    try await expectPushed(stage)
    #expect(stage.provided("/new")?.tags == "red")
    #expect(stage.providedText("/new/made") == "made")
    #expect(stage.provided("/new/x/in x") != nil)
    #expect(try stage.difference() == nil)
    #expect(stage.logged("undid the move of a folder here") == 1, "\(stage.log.text)")
    await stage.stop()
  }

  /// The provider has not reported the folder that the other one went to.
  @Test func `two folders are moved into each other by way of a new one`() async throws {
    let stage = try await stage()
    stage.tree.put(.folder("new", in: "y"))
    moveThere("x", into: "new", stage)
    try stage.move("/y", to: "/x/y")
    try await expectPushed(stage)
    #expect(try stage.item("/y/new/x/in x") != nil)
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The same where the changes are pulled before anything is sent.
  @Test func `two folders are moved into each other, and the provider comes first`() async throws {
    let stage = try await stage([Fault(.error, in: .modify, code: 1, domain: "Other")])
    try stage.move("/y", to: "/x/other")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    moveThere("x", into: "y", stage)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.mend()
    try await expectEqual(stage)
    #expect(stage.provided("/other/x/in x") != nil)
    await stage.stop()
  }

  @Test func `three folders are moved into each other`() async throws {
    let stage = try await stage()
    moveThere("y", into: "z", stage)
    moveThere("z", into: "x", stage)
    try stage.move("/x", to: "/y/x")
    try await expectEqual(stage)
    #expect(stage.provided("/x/z/y/in y") != nil)
    await stage.stop()
  }

  /// It is to leave a folder that goes itself into the one that the provider moves.
  @Test func `a folder was in another one that was moved, too`() async throws {
    let stage = try await stage()
    moveThere("x", into: "v", stage)
    try moveHere([("/w/v", "/z"), ("/w", "/x"), ("/z", "/x")], stage)
    try await expectEqual(stage)
    await stage.stop()
  }

  /// Both the folder and the one that it is to leave are below the one that the provider moves.
  @Test func `a folder was in another one that went the same way`() async throws {
    let stage = try await stage()
    moveThere("x", into: "v", stage)
    try moveHere([("/w/v", "/x"), ("/w", "/x")], stage)
    try await expectEqual(stage)
    await stage.stop()
  }

  /// That comes back: there is no other place for it.
  @Test func `a folder was in another one that is deleted here`() async throws {
    let stage = try await stage()
    moveThere("x", into: "v", stage)
    try moveHere([("/w/v", "/x")], removing: "/w", stage)
    try await expectPushed(stage)
    try await stage.replica.synchronize(listsEverything: true)
    try await expectPushed(stage)
    #expect(try stage.difference() == nil)
    #expect(stage.provided("/w/v/x/in x") != nil && stage.provided("/w/v/in v") != nil)
    await stage.stop()
  }

  /// No breach of the provider is logged.
  @Test func `a folder waits for what is in its way to be answered`() async throws {
    let stage = try await stage([Fault(.held, in: .modify, of: "y", times: 1)])
    moveThere("x", into: "y", stage)
    try stage.move("/y", to: "/x/y")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    try await stage.replica.synchronize()
    #expect(try stage.item("/x/y") != nil)
    stage.provider.release()
    try await expectEqual(stage)
    #expect(stage.logged("inside itself") == 0, "\(stage.log.text)")
    await stage.stop()
  }

  /// The answer reports where the folder is: the other one is not sent there.
  @Test func `a folder is where an answer says it is`() async throws {
    let stage = try await stage([Fault(.held, in: .modify, of: "x", times: 1)])
    moveThere("x", into: "y", stage)
    try stage.move("/x", to: "/renamed")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    try stage.move("/y", to: "/renamed/y")
    stage.provider.release()
    try await expectEqual(stage)
    #expect(stage.provided("/y/renamed/in x") != nil)
    #expect(stage.provider.count(.modify, of: "y") == 0)
    await stage.stop()
  }
}
