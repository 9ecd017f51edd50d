import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

/// What is changed here comes to the provider, whatever that answers.
@Suite struct PushTests {
  @Test func `what the provider excludes is sent once it takes that back`() async throws {
    let stage = try await ReplicaStage.listed([
      .failing(.excludedFromSync, in: .create), .failing(.excludedFromSync, in: .modify),
    ])
    try stage.make("/made", kind: .folder)
    try stage.make("/made/in", "text")
    try stage.move("/a", to: "/renamed")
    #expect(try await stage.push())
    #expect(stage.provided("/made") == nil && stage.provided("/renamed") == nil)
    stage.provider.mend()
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    #expect(stage.provided("/made") == nil && stage.provided("/renamed") == nil)
    let error = NSFileProviderError(.excludedFromSync) as NSError
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      stage.replica.perform(.errorResolved(domain: error.domain, code: error.code)) {
        if let error = $0 { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
    #expect(try await stage.push())
    #expect(stage.providedText("/made/in") == "text" && stage.provided("/renamed") != nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Only what both sides have changed is ours.
  @Test func `extended attributes and tags are merged one by one`() async throws {
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(7200), .seconds(7200))
    let stage = try await ReplicaStage.listed([], limits: limits)
    stage.tree.change("a") { item in
      item.extendedAttributes = ["left": "1", "gone here": "1", "gone there": "1", "both": "1"]
      item.tags = "left,gone here,gone there"
    }
    try await stage.replica.synchronize()
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.ours", to: Array("2".utf8), of: id)
      try transaction.changeExtendedAttribute("user.both", to: Array("2".utf8), of: id)
      try transaction.removeExtendedAttribute("user.gone here", of: id)
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("left,gone there,ours".utf8) }
    }
    stage.tree.change("a") { item in
      item.extendedAttributes = ["left": "1", "gone here": "1", "both": "3", "theirs": "3"]
      item.tags = "left,gone here,theirs"
    }
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    let item = try #require(stage.provided("/a"))
    #expect(item.extendedAttributes == ["left": "1", "ours": "2", "both": "2", "theirs": "3"])
    #expect(item.tags == "left,theirs,ours")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  private func unanswered(_ call: Fault.Call) -> Fault {
    Fault(.errorAfterwards, in: call, times: 1, code: NSFileProviderError.Code.serverUnreachable.rawValue)
  }

  /// The provider may have what was sent: that it is not what it had before does not say that somebody else has changed it.
  @Test func `what is taken back after a call without an answer stays so`() async throws {
    let stage = try await ReplicaStage.listed([unanswered(.modify)])
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) }
      try transaction.changeExtendedAttribute("user.ours", to: Array("2".utf8), of: id)
    }
    #expect(try await eventually { stage.provided("/a")?.tags == "red" })
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = nil }
      try transaction.removeExtendedAttribute("user.ours", of: id)
    }
    #expect(try await stage.push())
    let item = try #require(stage.provided("/a"))
    #expect((item.tags ?? "").isEmpty && item.extendedAttributes.isEmpty)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  @Test func `tags that are given to a document while its creation is not answered are uploaded`() async throws {
    let stage = try await ReplicaStage.listed([unanswered(.create)])
    try stage.make("/new", "text")
    #expect(try await eventually { stage.provided("/new") != nil })
    try stage.change("/new") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("red".utf8) }
    }
    #expect(try await stage.push())
    #expect(stage.provided("/new")?.tags == "red")
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// New items, parents before what is in them, with all that a provider can hold.
  @Test func `what is made here is made there`() async throws {
    let stage = try await ReplicaStage.listed()
    try stage.make("/new", kind: .folder)
    try stage.make("/new/deep", kind: .folder)
    try stage.make("/new/deep/doc.txt", "text")
    try stage.make("/new/empty.txt", "")
    try stage.make("/new/link", kind: .symlink)
    try stage.make("/new/pipe", kind: .fifo)
    try stage.change("/new/deep/doc.txt") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) {
        $0.tags = Array("red,blue".utf8)
        $0.favoriteRank = 4
      }
      try transaction.changeExtendedAttribute("user.note", to: Array("value".utf8), of: id)
    }
    #expect(try await stage.push())
    let item = try #require(stage.provided("/new/deep/doc.txt"))
    #expect(String(decoding: item.contents, as: UTF8.self) == "text")
    #expect(item.tags == "red,blue")
    #expect(item.favoriteRank == 4)
    #expect(item.extendedAttributes == ["note": "value"])
    #expect(stage.providedText("/new/empty.txt") == "")
    #expect(stage.provided("/new/link")?.target == "target")
    #expect(stage.provided("/new/pipe") == nil)
    #expect(try stage.waiting().isEmpty)
    let generation = try stage.generation()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.generation() == generation, "the provider's own words changed something here")
    await stage.stop()
  }

  /// Contents, names, places and attributes change, and many changes are one call.
  @Test func `what is changed here is changed there`() async throws {
    let stage = try await ReplicaStage.listed()
    _ = try await stage.read("/a")
    for number in 0..<10 { try stage.write("/a", "text \(number)") }
    try stage.move("/folder/b", to: "/empty/renamed")
    try stage.change("/folder") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("x".utf8) }
    }
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "text 9")
    #expect(stage.provided("/empty/renamed")?.identifier == "b")
    #expect(stage.provided("/folder")?.tags == "x")
    await stage.stop()
  }

  /// A folder is deleted after what is in it, and what came and went is not sent.
  @Test func `what is deleted here is deleted there`() async throws {
    let stage = try await ReplicaStage.listed()
    try stage.move("/folder/c", to: "/saved")
    try stage.remove("/folder")
    try stage.make("/gone", "text")
    try stage.remove("/gone")
    #expect(try await stage.push())
    #expect(stage.provided("/folder") == nil)
    #expect(stage.provided("/saved")?.identifier == "c")
    #expect(stage.provided("/gone") == nil)
    #expect(stage.tree["b"] == nil)
    await stage.stop()
  }

  /// A save by rename is a change of the document that is replaced, also by way of a backup name.
  @Test func `a save by rename keeps the identity`() async throws {
    let stage = try await ReplicaStage.listed()
    try stage.save("/a", "saved")
    #expect(try await stage.push())
    #expect(stage.provided("/a")?.identifier == "a")
    #expect(stage.providedText("/a") == "saved")
    var limits = ReplicaLimits.quick
    limits.quiet = .seconds(60)
    limits.longestQuiet = .seconds(60)
    try await stage.restart(limits: limits)
    _ = try await stage.read("/folder/b")
    try stage.move("/folder/b", to: "/folder/b~")
    try stage.make("/folder/b", "new")
    #expect(try await stage.push())
    #expect(stage.provided("/folder/b")?.identifier == "b")
    #expect(stage.providedText("/folder/b") == "new")
    #expect(stage.providedText("/folder/b~") == "beta\n")
    await stage.stop()
  }

  /// Whatever goes wrong with a call, in the end the provider has it once.
  @Test(arguments: [
    Fault(.error, in: .create, times: 2, code: 1, domain: "Other"),
    Fault(.errorAfterwards, in: .create, times: 2, code: 1, domain: "Other"),
    Fault(.never, in: .create, times: 1), Fault(.neverAfterwards, in: .create, times: 1),
    Fault(.twice, in: .create), Fault(.late, in: .create, milliseconds: 20),
    .failing(.serverUnreachable, in: .create, times: 2), .failing(.insufficientQuota, in: .create, times: 2),
    .failing(.notAuthenticated, in: .create, times: 1), .failing(cocoa: .fileWriteOutOfSpace, in: .create, times: 1),
  ]) func `a call that fails is made again`(fault: Fault) async throws {
    var limits = ReplicaLimits.quick
    limits.fetch = .milliseconds(500)
    let stage = try await ReplicaStage.listed([fault], limits: limits)
    try stage.make("/new.txt", "text")
    #expect(try await stage.push())
    #expect(stage.tree.items.filter { $0.name.hasPrefix("new") }.map(\.name) == ["new.txt"])
    #expect(stage.providedText("/new.txt") == "text")
    await stage.stop()
  }

  /// What the provider refuses is parked, with the provider's words, and stops nothing else; a change of it has it tried again.
  @Test func `one item that is refused holds nothing up`() async throws {
    let stage = try await ReplicaStage.listed([.failing(.cannotSynchronize, in: .modify, of: "a", times: 1)])
    _ = try await stage.read("/a")
    try stage.write("/a", "refused")
    try stage.make("/other", "text")
    #expect(try await eventually { stage.providedText("/other") == "text" })
    #expect(try await eventually { try stage.waiting().contains { $0.path == "/a" && $0.state == .parked } })
    #expect(try stage.waiting().first?.errorText == "as the script says")
    try stage.write("/a", "taken")
    #expect(try await eventually { stage.providedText("/a") == "taken" })
    await stage.stop()
  }

  /// What is below a folder that was refused is not planned with each other push, and comes when the folder is taken.
  @Test func `what waits for a folder that is refused is left alone`() async throws {
    let stage = try await ReplicaStage.listed([.failing(.cannotSynchronize, in: .create, times: 1)])
    try stage.make("/new", kind: .folder)
    try stage.make("/new/deep", kind: .folder)
    for number in 0..<100 { try stage.make("/new/\(number)", "text") }
    try stage.make("/new/deep/doc", "text")
    func rows() throws -> [String: PendingRow.State] {
      Dictionary(uniqueKeysWithValues: try stage.waiting().map { ($0.path, $0.state) })
    }
    #expect(try await eventually { try rows()["/new"] == .parked })
    try stage.make("/other", "text")
    #expect(try await eventually { stage.providedText("/other") == "text" })
    #expect(try await eventually { try rows().filter { $0.key != "/new" }.allSatisfy { $0.value == .later } })
    #expect(try rows().count == 103)
    stage.replica.state.retryPushes()
    #expect(try await eventually { try stage.waiting().isEmpty })
    #expect(stage.providedText("/new/99") == "text" && stage.providedText("/new/deep/doc") == "text")
    await stage.stop()
  }

  /// Somebody else makes the folder that the provider refused from here.
  @Test func `what waits for a folder comes when the provider says that it has the folder`() async throws {
    let root = NSFileProviderItemIdentifier.rootContainer.rawValue
    let stage = try await ReplicaStage.listed([.failing(.cannotSynchronize, in: .create, of: root)])
    try stage.make("/new", kind: .folder)
    try stage.make("/new/doc", "text")
    #expect(try await eventually { try stage.waiting().contains { $0.path == "/new" && $0.state == .parked } })
    #expect(try await eventually { try stage.waiting().contains { $0.path == "/new/doc" && $0.state == .later } })
    stage.tree.put(.folder("theirs", name: "new"))
    try await stage.replica.synchronize()
    #expect(try await eventually { stage.providedText("/new/doc") == "text" })
    #expect(try await eventually { try stage.waiting().isEmpty }, "what was refused was the creation")
    await stage.stop()
  }

  /// The place where it was refused is not tried again.
  @Test(arguments: [ItemKind.file, .folder])
  func `what is refused in one folder is made in the one that it is moved to`(
    kind: ItemKind
  ) async throws {
    let stage = try await ReplicaStage.listed([.failing(.cannotSynchronize, in: .create, of: "folder")])
    try stage.make("/folder/new", kind == .file ? "text" : nil, kind: kind)
    #expect(try await eventually { try stage.waiting().contains { $0.state == .parked } })
    try stage.move("/folder/new", to: "/new")
    #expect(try await stage.push())
    #expect(stage.provided("/new") != nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  @Test func `what gets the name at the provider that it has refused is here`() async throws {
    let stage = try await ReplicaStage.listed([.failing(cocoa: .fileWriteNoPermission, in: .modify, of: "a")])
    try stage.move("/a", to: "/new")
    #expect(try await eventually { try stage.waiting().contains { $0.state == .parked } })
    stage.tree.put(MemoryItem("theirs", name: "new", contents: "theirs"))
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.names("/").contains("new (2)") })
    #expect(try await stage.read("/new (2)") == "theirs")
    await stage.stop()
  }

  /// A change of contents and name may be done in part: the provider is asked for that, once.
  @Test func `what gets the name at the provider of a change that it has refused is here`() async throws {
    let stage = try await ReplicaStage.listed([.failing(cocoa: .fileWriteNoPermission, in: .modify, of: "a")])
    let key = try stage.content("ours")
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.setContents(key, size: 4, modified: .now, of: id)
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "new"))
    }
    #expect(try await eventually { try stage.waiting().contains { $0.state == .parked } })
    stage.tree.put(MemoryItem("theirs", name: "new", contents: "theirs"))
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.names("/").contains("new (2)") })
    #expect(try await stage.read("/new (2)") == "theirs")
    #expect(try stage.waiting().map(\.state) == [.parked])
    #expect(stage.provider.count(.modify, of: "a") == 1)
    await stage.stop()
  }

  @Test func `a document that the provider misses by mistake is sent again`() async throws {
    let stage = try await ReplicaStage.listed([.failing(.noSuchItem, in: .modify, of: "a", times: 1)])
    try stage.write("/a", "ours")
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "ours")
    #expect(try stage.item("/Rescued") == nil)
    await stage.stop()
  }

  /// The provider has kept ours as a copy, and answers with the contents of somebody else, which whoever deletes the document meanwhile has not seen.
  @Test func `a document that was deleted before the provider answered with other contents comes back`() async throws {
    let here = Mutex<ReplicaStage?>(nil)
    let isDeleted = Mutex(false)
    let trace = LawTrace { line in
      guard line.hasPrefix("  modify a "), (try? here.withLock { $0 }?.remove("/a")) != nil else { return }
      isDeleted.withLock { $0 = true }
    }
    let stage = try await ReplicaStage(.otherVersionBack) { LawProvider($0, isNamedByPath: false, trace: trace) }
    here.withLock { $0 = stage }
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.read("/a") == "alpha\n")
    stage.tree.change("a") { $0.contents = Data("theirs".utf8) }
    try stage.write("/a", "ours")
    // It may be back by the time that somebody looks.
    #expect(try await eventually { isDeleted.withLock { $0 } })
    #expect(try await stage.push())
    #expect(stage.tree["a"]?.text == "theirs")
    #expect(try await eventually { try stage.item("/a") != nil })
    #expect(try await stage.read("/a") == "theirs")
    here.withLock { $0 = nil }
    await stage.stop()
  }

  /// The document stays at the provider, in the folder, which is therefore restored.
  @Test func `a folder whose document was moved to Rescued does not wait for ever to be deleted`() async throws {
    let stage = try await ReplicaStage.listed()
    stage.tree.remove("b")
    try stage.write("/folder/b", "ours")
    #expect(try await eventually { try stage.item("/Rescued") != nil })
    try stage.move("/folder/c", to: "/Rescued/c")
    #expect(try await stage.push())
    try stage.remove("/folder")
    #expect(try await stage.push())
    #expect(stage.tree["c"] != nil && stage.tree["d"] == nil)
    #expect(try stage.item("/folder") != nil)
    await stage.stop()
  }

  /// A document that is saved again, or deleted, before a call has opened what it had: that is gone, and what it has now is sent.
  @Test(arguments: [true, false])
  func `contents that were replaced before they could be sent are no problem`(_ isDeleted: Bool) async throws {
    let stage = try await ReplicaStage.listed()
    _ = try await stage.read("/a")
    let id = try stage.id("/a")
    let made = try stage.store.contents.create(Array("former".utf8))
    let key = made.key
    made.keep()
    let call = try stage.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 6, modified: .now, of: id)
      _ = try PendingEditor(transaction).notePending(.standard)
      return try PushEditor(transaction).beginCall(.modify, of: id, fields: .contents)
    }
    if isDeleted { try stage.remove("/a") } else { try stage.write("/a", "newer") }
    stage.store.contents.remove(key)
    stage.replica.pusher.perform(call)
    #expect(try await eventually { stage.providedText("/a") == (isDeleted ? nil : "newer") })
    #expect(try await stage.push())
    await stage.stop()
  }

  /// However often it failed before, there is no pause before what is gone on both sides is forgotten.
  @Test func `what is gone on both sides waits no longer`() async throws {
    let stage = try await ReplicaStage.listed([.failing(.serverUnreachable, in: .delete)])
    let id = try stage.id("/a")
    try stage.remove("/a")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts >= 4 } })
    stage.tree.remove("a")
    stage.replica.pusher.ask(for: id, "a")
    #expect(try stage.waiting().allSatisfy { $0.attempts <= 1 && $0.state != .parked })
    stage.provider.mend()
    #expect(try await stage.push())
    await stage.stop()
  }

  /// A deletion that the provider refuses is taken back.
  @Test(arguments: [NSFileProviderError.Code.deletionRejected, .directoryNotEmpty])
  func `a refused deletion is taken back`(code: NSFileProviderError.Code) async throws {
    let stage = try await ReplicaStage.listed([.failing(code, in: .delete, of: "a")])
    try stage.remove("/a")
    #expect(try await eventually { try stage.item("/a") != nil })
    #expect(try await stage.push())
    #expect(try await stage.read("/a") == "alpha\n")
    await stage.stop()
  }

  /// The date of contents goes with them, and is taken: it does not come back less exact.
  @Test func `contents are sent with their date if that is another one`() async throws {
    let stage = try await ReplicaStage.listed()
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    try stage.write("/a", "ours", at: Timestamp(rawValue: 1_700_000_000_000_000_000))
    #expect(try await stage.push())
    #expect(stage.tree["a"]?.modified == date)
    // The same date is no change.
    stage.tree.change("a") { $0.modified = nil }
    try await stage.replica.synchronize()
    try stage.write("/a", "ours again", at: Timestamp(rawValue: 1_700_000_000_000_000_000))
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "ours again" && stage.tree["a"]?.modified == nil)
    await stage.stop()
  }

  @Test func `a provider that does not store dates gets contents without theirs`() async throws {
    let code = CocoaError.Code.featureUnsupported
    let stage = try await ReplicaStage.listed([.failing(cocoa: code, in: .modify, of: "a", times: 1)])
    let date = Timestamp(rawValue: 1_700_000_000_123_456_789)
    try stage.write("/a", "ours", at: date)
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "ours" && stage.tree["a"]?.modified == nil)
    #expect(try stage.item("/a")?.modified == date)
    await stage.stop()
  }

  /// Contents that were changed on both sides are kept, both.
  @Test func `a conflict keeps both`() async throws {
    let stage = try await ReplicaStage.listed()
    _ = try await stage.read("/a")
    stage.tree.change("a") { $0.contents = Data("theirs".utf8) }
    try stage.write("/a", "ours")
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try await stage.push())
    let names = try stage.names("/").filter { $0.hasPrefix("a") }
    #expect(names.count == 2)
    #expect(names.contains { $0.hasPrefix("a (conflict ") })
    #expect(try await stage.read("/a") == "theirs")
    #expect(stage.providedText("/" + (names.first { $0 != "a" } ?? "")) == "ours")
    await stage.stop()
  }

  /// Fields merge one by one.
  @Test func `fields that both sides changed merge`() async throws {
    let stage = try await ReplicaStage.listed()
    await stage.stop()
    stage.tree.change("a") {
      $0.name = "theirs"
      $0.favoriteRank = 1
    }
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: id) { $0.tags = Array("ours".utf8) }
    }
    try stage.move("/folder/b", to: "/folder/ours")
    stage.tree.change("b") { $0.parent = "empty" }
    try await stage.restart()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.provided("/theirs")?.tags == "ours")
    #expect(try stage.item("/theirs") != nil)
    #expect(stage.provided("/empty/ours")?.identifier == "b")
    #expect(try stage.item("/empty/ours") != nil)
    await stage.stop()
  }

  /// What is deleted there and was written here goes to a folder that no provider hears of; what was not, goes.
  @Test func `what exists nowhere else is rescued`() async throws {
    let stage = try await ReplicaStage.listed()
    _ = try await stage.read("/folder/b")
    await stage.stop()
    try stage.write("/folder/b", "ours")
    try stage.make("/folder/new", "new")
    stage.tree.remove("folder")
    // The deletion is to be known before the document is sent: else the folder would be created again for it.
    var limits = ReplicaLimits.quick
    (limits.quiet, limits.longestQuiet) = (.seconds(600), .seconds(600))
    try await stage.restart(limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    #expect(try stage.item("/folder") == nil)
    #expect(try stage.names("/Rescued/folder") == ["b", "new"])
    #expect(!stage.tree.items.contains { ["Rescued", "new"].contains($0.name) })
    try stage.make("/Rescued/later", "text")
    #expect(try await stage.push())
    #expect(stage.provided("/Rescued") == nil)
    try stage.move("/Rescued/folder/new", to: "/back")
    #expect(try await stage.push())
    #expect(stage.providedText("/back") == "new")
    await stage.stop()
  }

  /// A provider that takes an item and answers with nothing takes it back; what exists nowhere else stays here.
  @Test func `a creation that is answered with nothing loses nothing`() async throws {
    let stage = try await ReplicaStage.listed([Fault(.nothing, in: .create, times: 1)])
    try stage.make("/new", "text")
    #expect(try await stage.push())
    #expect(try stage.names("/Rescued") == ["new"])
    #expect(stage.provided("/new") == nil)
    await stage.stop()
  }

  /// The provider has the item and the folder. Each question and each round of changes costs it something.
  @Test func `a move that is always refused as missing is tried with pauses`() async throws {
    let code = NSFileProviderError.Code.noSuchItem.rawValue
    let stage = try await ReplicaStage.listed([Fault(.error, in: .modify, times: 1000, code: code)])
    try stage.move("/a", to: "/empty/moved")
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 3 } })
    #expect(try stage.item("/empty/moved") != nil)
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(stage.provided("/empty/moved") != nil)
    await stage.stop()
  }

  @Test func `what was moved into a new folder that the provider does not take is moved back`() async throws {
    let stage = try await ReplicaStage.listed([Fault(.nothing, in: .create, times: 1)])
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      let folder = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .folder, mode: 0o755, owner: 0, group: 0))
      guard let moved = try transaction.reader.resolve("/a") else { return }
      try TreeEditor(transaction).move(moved.id, to: folder.id, name: FileName(unchecked: "a"), mode: .failing)
      // Its home is below the new folder, too, until that is moved back itself.
      guard let child = try transaction.reader.resolve("/folder/b"),
        let home = try transaction.reader.resolve("/folder")
      else { return }
      try TreeEditor(transaction).move(child.id, to: folder.id, name: FileName(unchecked: "b"), mode: .failing)
      try TreeEditor(transaction).move(home.id, to: folder.id, name: FileName(unchecked: "folder"), mode: .failing)
    }
    #expect(try await eventually { try stage.item("/Rescued/new") != nil })
    #expect(try await stage.push())
    #expect(try stage.item("/a") != nil && stage.item("/folder/b") != nil)
    #expect(try stage.names("/Rescued/new") == [])
    #expect(stage.provided("/a") != nil)
    await stage.stop()
  }

  /// What was deleted here and changed there comes back.
  @Test func `an edit there wins over a deletion here`() async throws {
    let stage = try await ReplicaStage.listed()
    await stage.stop()
    try stage.remove("/folder")
    stage.tree.change("b") { $0.contents = Data("changed".utf8) }
    try await stage.restart()
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.providedText("/folder/b") == "changed")
    #expect(try await stage.read("/folder/b") == "changed")
    #expect(stage.provided("/folder/c") == nil)
    await stage.stop()
  }

  /// What a process had in a call when it was killed is sent again, once.
  @Test func `what was in a call is sent again`() async throws {
    let stage = try await ReplicaStage.listed([Fault(.neverAfterwards, in: .create, times: 1)])
    try stage.make("/new", "text")
    #expect(try await eventually { stage.provided("/new") != nil })
    try await stage.restart()
    #expect(try await stage.push())
    #expect(stage.tree.items.filter { $0.name.hasPrefix("new") }.count == 1)
    #expect(try stage.names("/").filter { $0.hasPrefix("new") } == ["new"])
    await stage.stop()
  }

  /// While a document is open for writing it waits.
  @Test func `a document that is being written waits`() async throws {
    let stage = try await ReplicaStage.listed()
    let id = try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      let id = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName("open"), kind: .file, mode: 0o644, owner: 0, group: 0)
      ).id
      try transaction.markWriter(of: id, session: "mount")
      return id
    }
    try stage.make("/other", "text")
    #expect(try await eventually { stage.provided("/other") != nil })
    #expect(stage.provided("/open") == nil)
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try transaction.closeWriting(of: id, session: "mount")
    }
    #expect(try await stage.push())
    #expect(stage.provided("/open") != nil)
    await stage.stop()
  }
}
