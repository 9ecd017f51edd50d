import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Logging
import TestSupport
import Testing

/// The ways to lose data in this interface, one by one: what exists nowhere else is never deleted because of what a provider says.
@Suite struct RescueTests {
  /// The usual tree, all of it listed, with the contents of `a` and of `folder/b` here.
  private func stage(_ script: ProviderScript = .plain) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(script)
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/a")
    _ = try await stage.read("/folder/b")
    return stage
  }

  /// The same with a folder `home`, and the contents of the document `d` in it here.
  private func stageWithHome() async throws -> ReplicaStage {
    let stage = try await stage()
    stage.tree.put(.folder("home"))
    stage.tree.put(MemoryItem("d", in: "home", contents: "delta\n"))
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/home/d")
    return stage
  }

  /// Changes something here that is not uploaded before the provider reports something itself.
  private func offline(_ stage: ReplicaStage, _ body: () throws -> Void) async throws {
    await stage.stop()
    try body()
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    try await stage.restart()
    #expect(try await stage.push())
  }

  private func text(_ path: String, _ stage: ReplicaStage) throws -> String? {
    guard let key = try stage.item(path)?.content else { return nil }
    return try stage.store.text(of: key)
  }

  private func expectWhole(_ stage: ReplicaStage) async throws {
    await stage.stop()
    #expect(try stage.findings() == [])
    #expect(!stage.tree.items.contains { $0.name == "Rescued" })
  }

  // MARK: Answers to calls

  @Test func `an answer without an item and without an error rescues what was sent`() async throws {
    let stage = try await stage(.nothingBack)
    try stage.write("/a", "ours")
    try stage.make("/new", "new")
    #expect(try await stage.push())
    #expect(try stage.names("/Rescued") == ["a", "new"])
    #expect(try (text("/Rescued/a", stage), text("/Rescued/new", stage)) == ("ours", "new"))
    #expect(stage.logged("returned no item for a change", "name=a") == 1, "\(stage.log.text)")
    #expect(stage.logged("returned no item for a change", "name=new") == 1, "\(stage.log.text)")
    try await expectWhole(stage)
  }

  /// Where a path is all that there is of an item, somebody may have put a folder where the document was.
  @Test func `a folder where a document was is here, and what was saved into the document is rescued`() async throws {
    let fault = Fault(.never, in: .modify, of: "a", times: 1)
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: [fault]), limits: .impatient)
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/a")
    try stage.write("/a", "ours")
    #expect(try await eventually { try stage.waiting().contains { $0.state == .calling } })
    stage.tree.put(.folder("a"))
    // It is reported while the call is under way, and asked for afterwards.
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.item("/a")?.isFolder == true)
    #expect(try text("/Rescued/a", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `an answer about another item confirms nothing`() async throws {
    let stage = try await stage(.anotherItemBack)
    try stage.write("/a", "ours\n")
    try stage.make("/new", "new.\n")
    #expect(try await eventually { stage.logged("another item was returned") == 2 }, "\(stage.log.text)")
    #expect(try (text("/a", stage), text("/new", stage), text("/folder/b", stage)) == ("ours\n", "new.\n", "beta\n"))
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect((stage.providedText("/a"), stage.providedText("/new")) == ("ours\n", "new.\n"))
    #expect(stage.providedText("/folder/b") == "beta\n")
    #expect(try stage.names("/") == ["a", "empty", "folder", "link", "new"])
    try await expectWhole(stage)
  }

  @Test func `an answer that is the server's other version rescues what was sent`() async throws {
    let stage = try await stage(.otherVersionBack)
    try stage.write("/a", "ours")
    #expect(try await stage.push())
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(try text("/Rescued/a", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `an item that is reported gone when it is sent is rescued, and comes again if it exists`() async throws {
    let stage = try await stage(.spuriousNoSuchItem)
    try stage.write("/a", "ours")
    try stage.move("/folder", to: "/renamed")
    try stage.make("/renamed/new", "new")
    #expect(try await stage.push())
    stage.expireAnchors()
    // What is sent meanwhile may postpone what one listing reports to the next.
    func folder() throws -> String { try stage.item("/renamed/b") == nil ? "/folder" : "/renamed" }
    try await stage.replica.synchronize(listsEverything: true)
    for _ in 0..<20 where try stage.item(folder() + "/b") == nil {
      try await stage.replica.synchronize(listsEverything: true)
    }
    // Where it is asked for again before it is removed here, the provider has it, and it is sent all the same.
    let isUploaded = stage.providedText("/a") == "ours"
    #expect(try text("/Rescued/a", stage) == (isUploaded ? nil : "ours"))
    let contents = (try await stage.read("/a"), try await stage.read(folder() + "/b"))
    #expect(contents == (isUploaded ? "ours" : "alpha\n", "beta\n"))
    let isRescued = try text("/Rescued/renamed/new", stage) == "new"
    #expect(isRescued || stage.tree.items.contains { $0.name == "new" })
    try await expectWhole(stage)
  }

  // MARK: News

  @Test(arguments: [false, true]) func `what was changed here and is gone there is rescued`(isListing: Bool)
    async throws
  {
    let stage = try await stage()
    try await offline(stage) {
      try stage.write("/a", "ours")
      stage.tree.remove("a")
      if isListing { stage.expireAnchors() }
    }
    #expect(try stage.item("/a") == nil)
    #expect(try text("/Rescued/a", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `what was saved by a rename and is gone there is rescued`() async throws {
    let stage = try await stage()
    try await offline(stage) {
      try stage.save("/a", "ours")
      stage.tree.remove("a")
    }
    #expect(try text("/Rescued/a", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `a link that was changed here and is gone there is rescued`() async throws {
    let stage = try await stage()
    try await offline(stage) {
      try stage.remove("/link")
      try stage.make("/folder/own", kind: .symlink)
      stage.tree.remove("folder")
    }
    #expect(try stage.item("/Rescued/folder/own")?.kind == .symlink)
    try await expectWhole(stage)
  }

  @Test func `a document that becomes a folder there is rescued`() async throws {
    let stage = try await stage()
    try await offline(stage) {
      try stage.write("/a", "ours")
      stage.tree.put(.folder("a"))
    }
    #expect(try stage.item("/a")?.isFolder == true)
    #expect(try text("/Rescued/a", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `what goes to a trash that is not here is rescued`() async throws {
    var script = ProviderScript.plain
    script.hasTrash = false
    let stage = try await stage(script)
    try await offline(stage) {
      try stage.write("/a", "ours")
      stage.tree.change("a") { $0.parent = MemoryItem.trash }
    }
    #expect(try text("/Rescued/a", stage) == "ours")
    #expect(try stage.item("/a") == nil)
    try await expectWhole(stage)
  }

  // MARK: Answers to what is asked

  @Test func `what is in a folder that cannot be listed any more is rescued`() async throws {
    let stage = try await stage(
      ProviderScript(
        items: ProviderScript.tree,
        faults: [.failing(.noSuchItem, in: .enumerator, of: "folder", after: 1)]))
    try await offline(stage) {
      try stage.write("/folder/b", "ours")
      try stage.make("/folder/new", "new")
      stage.expireAnchors()
    }
    let names = try stage.names("/Rescued/folder")
    #expect(names == ["b", "new"])
    #expect(try text("/Rescued/folder/b", stage) == "ours", "\(stage.log.text)")
    #expect(try text("/Rescued/folder/new", stage) == "new", "\(stage.log.text)")
    try await expectWhole(stage)
  }

  /// The folder it was moved into was never listed here, so no listing shows it.
  @Test(arguments: [false, true]) func `what was moved out of a folder before that went keeps what was changed here`(
    isInFolder: Bool
  ) async throws {
    let stage = try await stage()
    if isInFolder {
      stage.tree.put(.folder("inner", in: "folder"))
      stage.tree.change("b") { $0.parent = "inner" }
      try await stage.replica.synchronize(listsEverything: true)
    }
    let path = isInFolder ? "/folder/inner/b" : "/folder/b"
    _ = try await stage.read(path)
    await stage.stop()
    try stage.write(path, "ours")
    stage.tree.put(.folder("other"))
    stage.tree.change(isInFolder ? "inner" : "b") { $0.parent = "other" }
    stage.tree.remove("folder")
    stage.expireAnchors()
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.item("/folder") == nil }, "\(stage.log.text)")
    try await stage.restart()
    #expect(try await stage.push())
    #expect(stage.providedText(isInFolder ? "/other/inner/b" : "/other/b") == "ours")
    try await expectWhole(stage)
    #expect(try stage.names("/") == ["a", "empty", "link", "other"])
  }

  /// Something else in the folder has to be asked for first.
  @Test(arguments: [false, true]) func `what was moved here into a folder that is gone is moved back`(
    isChanged: Bool
  ) async throws {
    let stage = try await stageWithHome()
    let id = try stage.id("/home/d")
    try await offline(stage) {
      try stage.write("/folder/b", "ours")
      try stage.move("/home/d", to: "/folder/d")
      if isChanged { try stage.write("/folder/d", "changed") }
      stage.tree.remove("folder")
      // The changes would report the document gone as well.
      stage.expireAnchors()
    }
    #expect(try await eventually { try stage.item("/folder") == nil }, "\(stage.log.text)")
    #expect(try stage.id("/home/d") == id)
    #expect(try await stage.push())
    #expect(stage.providedText("/home/d") == (isChanged ? "changed" : "delta\n"))
    #expect(try text("/Rescued/folder/b", stage) == "ours")
    #expect(try stage.names("/Rescued/folder") == ["b"])
    try await expectWhole(stage)
  }

  /// The folder that it is in at the provider was moved into the other, too.
  @Test func `what was moved here into a folder that is gone before its own folder was is moved back`() async throws {
    let stage = try await stageWithHome()
    let id = try stage.id("/home/d")
    try await offline(stage) {
      try stage.write("/home/d", "changed")
      try stage.move("/home/d", to: "/folder/d")
      try stage.move("/home", to: "/folder/home")
      stage.tree.remove("folder")
      stage.expireAnchors()
    }
    #expect(try await eventually { try stage.item("/folder") == nil }, "\(stage.log.text)")
    #expect(try await stage.push())
    #expect(try stage.id("/home/d") == id)
    #expect(stage.providedText("/home/d") == "changed")
    #expect(try stage.item("/Rescued") == nil)
    try await expectWhole(stage)
  }

  /// It cannot be moved back. The provider does not delete a folder with something in it, so the deleted folder comes back, with the document.
  @Test(arguments: [false, true])
  func `what was moved here into a folder that is gone out of one that was deleted comes back`(
    isChanged: Bool
  ) async throws {
    let stage = try await stageWithHome()
    try await offline(stage) {
      try stage.move("/home/d", to: "/folder/d")
      if isChanged { try stage.write("/folder/d", "changed") }
      try stage.remove("/home")
      stage.tree.remove("folder")
    }
    #expect(try await eventually { try stage.item("/folder") == nil }, "\(stage.log.text)")
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.names("/home") == ["d"])
    #expect(stage.providedText("/home/d") == "delta\n")
    if isChanged { #expect(try text("/Rescued/folder/d", stage) == "changed") }
    try await expectWhole(stage)
  }

  /// Where it was removed before, it would not come back.
  @Test(arguments: [false, true])
  func `what is beside a changed document in a folder that was moved out of one that is gone stays`(isWritten: Bool)
    async throws
  {
    let stage = try await stage()
    stage.tree.put(.folder("inner", in: "folder"))
    stage.tree.change("b") { $0.parent = "inner" }
    try await stage.replica.synchronize(listsEverything: true)
    stage.tree.put(MemoryItem("z", in: "inner", contents: "zeta\n"))
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/folder/inner/z")
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    try await stage.replica.synchronize()
    try stage.write("/folder/inner/z", "ours")
    let id = try stage.id("/folder/inner/b")
    if isWritten {
      try stage.change("/folder/inner/b") { (transaction, id) throws(StoreError) in
        try transaction.markWriter(of: id, session: "a mount")
      }
    }
    // No change is reported before a program opens the folder.
    stage.tree.put(.folder("other"))
    stage.tree.change("inner") { $0.parent = "other" }
    stage.tree.remove("folder")
    stage.replica.noteOpening(of: try stage.id("/folder"), refreshAfter: 0)
    #expect(try await eventually { try stage.item("/folder") == nil }, "\(stage.log.text)")
    try await stage.restart()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try stage.names("/other/inner") == ["b", "z"])
    #expect(try stage.id("/other/inner/b") == id)
    #expect(stage.providedText("/other/inner/z") == "ours")
    #expect(try stage.difference() == nil)
    #expect(try stage.item("/Rescued") == nil)
    try await expectWhole(stage)
  }

  @Test func `rounds leave a question alone that is under way`() async throws {
    let stage = try await stage(
      ProviderScript(items: ProviderScript.tree, faults: [Fault(.late, in: .item, of: "b", milliseconds: 500)]))
    await stage.stop()
    try stage.write("/folder/b", "ours")
    stage.tree.put(.folder("other"))
    stage.tree.change("b") { $0.parent = "other" }
    stage.tree.remove("folder")
    stage.expireAnchors()
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    let isGone = try await eventually {
      stage.provider.base.signal()
      return try stage.item("/folder") == nil
    }
    #expect(isGone, "\(stage.log.text)")
    #expect(stage.provider.count(.item, of: "b") <= 4)
    try await stage.restart()
    #expect(try await stage.push())
    #expect(stage.providedText("/other/b") == "ours")
    try await expectWhole(stage)
  }

  @Test func `what is in a folder that is gone is rescued where the provider cannot be asked for it`() async throws {
    let stage = try await stage(
      ProviderScript(items: ProviderScript.tree, faults: [.failing(cocoa: .featureUnsupported, in: .item, of: "b")]))
    try await offline(stage) {
      try stage.write("/folder/b", "ours")
      stage.tree.remove("folder")
      // The changes would report the document gone as well.
      stage.expireAnchors()
    }
    #expect(try await eventually { try stage.item("/folder") == nil })
    #expect(stage.provider.count(.item, of: "b") > 0)
    #expect(try text("/Rescued/folder/b", stage) == "ours")
    try await expectWhole(stage)
  }

  /// Otherwise it would be rescued into itself, without end.
  @Test func `what was rescued does not go with a folder that somebody has moved it into`() async throws {
    let stage = try await stage(.nothingBack)
    try stage.write("/a", "ours")
    #expect(try await stage.push())
    stage.provider.mend()
    try stage.move("/Rescued", to: "/folder/Rescued")
    #expect(try await stage.push())
    stage.tree.remove("folder")
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await eventually { try stage.item("/folder") == nil })
    #expect(try text("/Rescued/a", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `a lock file goes with its folder, and a swap file is rescued`() async throws {
    let stage = try await stage()
    try stage.make("/folder/.~lock.b#", "me")
    try stage.make("/folder/.b.swp", "text")
    #expect(try await stage.push())
    stage.tree.remove("folder")
    try await stage.replica.synchronize()
    #expect(try stage.item("/folder") == nil)
    #expect(try stage.names("/Rescued/folder") == [".b.swp"])
    try await expectWhole(stage)
  }

  /// Where the domain uploads such names, a user's document may have one.
  @Test func `a document with the name of a lock file is rescued where it would be uploaded`() async throws {
    let stage = try await stage()
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try RescueEditor(transaction).setLocalNames(LocalNames([]))
    }
    try await offline(stage) {
      try stage.make("/folder/.#b", "ours")
      stage.tree.remove("folder")
    }
    #expect(try stage.names("/Rescued/folder") == [".#b"])
    #expect(try text("/Rescued/folder/.#b", stage) == "ours")
    try await expectWhole(stage)
  }

  @Test func `what is clean goes, and nothing is rescued`() async throws {
    let stage = try await stage()
    stage.tree.remove("a")
    stage.tree.remove("folder")
    try await stage.replica.synchronize()
    #expect(try stage.names("/") == ["empty", "link"])
    try await expectWhole(stage)
  }
}
