import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FileProviderReplica

/// Calls that may have happened, and what is said of their items meanwhile.
@Suite struct UnconfirmedCallTests {
  /// - Parameter isPatient: Whether the replica waits for answers that come late.
  private func stage(_ faults: [Fault] = [], isPatient: Bool = false) async throws -> ReplicaStage {
    var limits = ReplicaLimits.quick
    if !isPatient { limits.fetch = .milliseconds(300) }
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults), limits: limits)
    try await stage.replica.synchronize(listsEverything: true)
    return stage
  }

  private func texts(_ stage: ReplicaStage, _ text: String) -> [MemoryItem] {
    stage.tree.items.filter { $0.contents == Data(text.utf8) }
  }

  /// The provider's dates are less precise than those here, so that it seems to have another one than was sent.
  @Test func `an answer does not take back the date of what was written since`() async throws {
    let stage = try await stage([Fault(.held, in: .create, times: 1)], isPatient: true)
    try stage.make("/new", "first")
    #expect(try await eventually { stage.provider.heldCount == 1 })
    let date = Timestamp(rawValue: Timestamp.now.rawValue + 3_600_000_000_000)
    try stage.withContents("second") { key in
      try stage.change("/new") { (transaction, id) throws(StoreError) in
        try transaction.setContents(key, size: 6, modified: date, of: id)
      }
    }
    stage.provider.release()
    #expect(try await eventually { texts(stage, "second").count == 1 })
    #expect(try await stage.push())
    #expect(try stage.item("/new")?.modified == date)
    await stage.stop()
  }

  /// What was created without an answer, and moved there since, is known by its contents.
  @Test func `a creation that was not answered is found where it was moved`() async throws {
    let stage = try await stage([Fault(.neverAfterwards, in: .create, times: 1)])
    let id = try stage.make("/new", "new contents")
    #expect(try await eventually { !texts(stage, "new contents").isEmpty })
    let made = try #require(texts(stage, "new contents").first)
    stage.tree.change(made.identifier) { ($0.parent, $0.name) = ("folder", "moved") }
    stage.provider.base.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "new contents").map(\.name) == ["moved"])
    #expect(try stage.id("/folder/moved") == id)
    #expect(try !stage.names("/").contains("new"))
    await stage.stop()
  }

  /// One folder is listed before it is moved there, the other after it has left, and the provider cannot report what changed before that.
  /// A third one that cannot be listed is no reason to look less.
  @Test(arguments: [false, true])
  func `a creation that was not answered is found where it was moved between two listings`(
    hasBrokenFolder: Bool
  ) async throws {
    let stage = try await stage([Fault(.neverAfterwards, in: .create, times: 1)])
    let id = try stage.make("/folder/new", "new contents")
    #expect(try await eventually { !texts(stage, "new contents").isEmpty })
    let made = try #require(texts(stage, "new contents").first)
    stage.tree.forgetHistory()
    let broken: [Fault] = hasBrokenFolder ? [.failing(.cannotSynchronize, in: .page, of: "empty")] : []
    stage.provider.fail([Fault(.blocking, in: .page, of: "folder", times: 1, milliseconds: 400)] + broken)
    let listings = stage.provider.count(.page, of: "folder")
    try await stage.restart()
    #expect(try await eventually { stage.provider.count(.page, of: "folder") > listings })
    #expect(
      try await eventually {
        try stage.store.readCommitted { (reader) throws(StoreError) in
          try ReplicationReader(reader).listing(of: .root)?.isComplete != false
        }
      })
    stage.tree.change(made.identifier) { ($0.parent, $0.name) = (MemoryItem.root, "moved") }
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "new contents").map(\.name) == ["moved"])
    #expect(try stage.id("/moved") == id)
    await stage.stop()
  }

  /// Who deletes a document has seen what was written into it here. What somebody else has written comes back, of the same size or of another.
  @Test(arguments: [nil, "theirs", "longer than ours"])
  func `a document that is deleted after contents were sent stays deleted`(other: String?) async throws {
    let stage = try await stage()
    let code = NSFileProviderError.Code.serverUnreachable.rawValue
    stage.provider.fail([Fault(.errorAfterwards, in: .modify, code: code)])
    try stage.write("/a", "edited")
    #expect(try await eventually { stage.providedText("/a") == "edited" })
    if let other { stage.tree.change("a") { $0.contents = Data(other.utf8) } }
    try stage.remove("/a")
    // Everything is listed again before the provider is asked.
    stage.tree.forgetHistory()
    stage.provider.fail([.failing(.serverUnreachable, in: .item), .failing(.serverUnreachable, in: .delete)])
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(stage.providedText("/a") == other)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The answer is older than what the changes report of the identifier: a provider that names its items by path gives it to another one.
  @Test func `an item that is reported while it is asked for is not removed because it was gone`() async throws {
    let stage = try await stage()
    stage.provider.fail([Fault(.late, in: .item, of: "later", times: 1, milliseconds: 400)])
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).markStale(for: "later")
    }
    _ = try stage.make("/other", "wakes the thread")
    #expect(try await eventually { stage.provider.count(.item, of: "later") == 1 })
    stage.tree.put(MemoryItem("later", name: "later", contents: "theirs"))
    try await stage.replica.synchronize()
    #expect(try stage.item("/later") != nil)
    let isOver = try await eventually {
      try stage.store.readCommitted { (reader) throws(StoreError) in
        try ReplicationReader(reader).staleIdentifiers(limit: 1).isEmpty
      }
    }
    #expect(isOver)
    #expect(try stage.item("/later") != nil)
    #expect(try await stage.read("/later") == "theirs")
    await stage.stop()
  }

  /// A call would be based on what is older than that.
  @Test func `nothing is sent of an item before what the provider has reported of it is known`() async throws {
    let stage = try await stage([Fault(.held, in: .item, of: "a")], isPatient: true)
    try editStale(stage)
    #expect(try await eventually { stage.provider.heldCount > 0 })
    // It has changed later, and would be sent after the other one.
    try stage.make("/new", "sent meanwhile")
    #expect(try await eventually { stage.providedText("/new") == "sent meanwhile" })
    #expect(stage.provider.count(.modify, of: "a") == 0)
    stage.provider.mend()
    stage.provider.release()
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "ours")
    await stage.stop()
  }

  /// The user sees why the change is not uploaded, and the provider is not asked all the time.
  @Test func `a question that the provider refuses keeps the change back, with the provider's words`() async throws {
    let stage = try await stage([.failing(.cannotSynchronize, in: .item, of: "a")])
    try editStale(stage)
    let id = try stage.id("/a")
    let words = try await eventually {
      try stage.store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).pendingItem(id)?.errorText == "as the script says"
      }
    }
    #expect(words)
    #expect(stage.provider.count(.modify, of: "a") == 0)
    stage.provider.mend()
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "ours")
    #expect(try !stage.isStale("a"))
    await stage.stop()
  }

  /// More than are asked for at once, and first in order.
  @Test func `many questions that the provider refuses do not keep others from being asked`() async throws {
    let stage = try await stage()
    let refused = (0..<300).map { "0refused\($0)" }
    stage.provider.fail(refused.map { .failing(.cannotSynchronize, in: .item, of: $0) })
    stage.tree.change("a") { $0.contents = Data("theirs".utf8) }
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      for identifier in refused + ["a"] { try ReplicationEditor(transaction).markStale(for: identifier) }
    }
    _ = try stage.make("/other", "wakes the thread")
    #expect(try await eventually { try !stage.isStale("a") })
    await stage.stop()
  }

  /// Each time the provider cannot be asked, it begins with those that follow.
  @Test func `an item whose question takes the provider out of reach does not keep others from being asked`()
    async throws
  {
    let stage = try await stage([.failing(.serverUnreachable, in: .item, of: "0out")])
    stage.tree.change("a") { $0.contents = Data("theirs".utf8) }
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      for identifier in ["0out", "a"] { try ReplicationEditor(transaction).markStale(for: identifier) }
    }
    _ = try stage.make("/other", "wakes the thread")
    #expect(try await eventually { try !stage.isStale("a") })
    await stage.stop()
  }

  @Test func `a provider that cannot be asked for items lists the folder before a change is sent`() async throws {
    let stage = try await stage([.failing(cocoa: .featureUnsupported, in: .item)])
    stage.tree.change("a") { $0.name = "renamed" }
    try editStale(stage)
    #expect(try await stage.push())
    #expect(stage.providedText("/renamed") == "ours")
    #expect(try stage.item("/renamed") != nil)
    #expect(try !stage.isStale("a"))
    await stage.stop()
  }

  /// Changes a document of which the provider has reported something that is not written.
  private func editStale(_ stage: ReplicaStage) throws {
    let id = try stage.id("/a")
    try stage.withContents("ours") { key in
      try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
        try transaction.setContents(key, size: 4, modified: .now, of: id)
        try ReplicationEditor(transaction).markStale(for: "a")
      }
    }
  }

  /// The provider may be about to be asked for another document, which has the same contents and is known.
  @Test func `a creation that has not happened does not wait for a document with the same contents`() async throws {
    let stage = try await stage([
      Fault(.never, in: .create, times: 1), Fault(.late, in: .item, of: "a", milliseconds: 20),
    ])
    try stage.make("/new", "alpha\n")
    let isUploaded = try await eventually {
      try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).markStale(for: "a")
      }
      return stage.providedText("/new") == "alpha\n"
    }
    #expect(isUploaded)
    #expect(try await stage.push())
    #expect(texts(stage, "alpha\n").map(\.name).sorted() == ["a", "new"], "\(stage.log.text)")
    await stage.stop()
  }

  /// Nobody has sent it from here, whatever is in it.
  @Test func `an equal document that somebody else has made is another one`() async throws {
    let stage = try await stage([Fault(.never, in: .create, times: 1)])
    let id = try stage.make("/new", "the same")
    #expect(try await eventually { stage.provider.count(.create, of: MemoryItem.root) > 0 })
    var other = MemoryItem("theirs", in: "folder", contents: "the same")
    other.created = Date(timeIntervalSince1970: 1_700_000_000)
    stage.tree.put(other)
    stage.provider.base.signal()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "the same").map(\.name).sorted() == ["new", "theirs"])
    #expect(try stage.id("/new") == id)
    #expect(try stage.id("/folder/theirs") != id)
    await stage.stop()
  }

  /// The changes report it gone before the answer reports that it exists.
  @Test func `what is removed there before its creation is answered is gone`() async throws {
    let stage = try await stage([Fault(.late, in: .create, times: 1, milliseconds: 300)], isPatient: true)
    let id = try stage.make("/new", "new contents")
    #expect(try await eventually { !texts(stage, "new contents").isEmpty })
    let made = try #require(texts(stage, "new contents").first)
    stage.tree.remove(made.identifier)
    stage.provider.base.signal()
    #expect(
      try await eventually {
        let isKnown = try stage.store.readCommitted { (reader) throws(StoreError) in
          try ProvidedReader(reader).provided(id) != nil
        }
        return stage.provider.count(.item, of: made.identifier) > 0 || isKnown
      })
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.item("/new") == nil })
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// What was created without an answer is deleted there, too.
  @Test func `a creation that was not answered and is deleted here is deleted there`() async throws {
    let stage = try await stage([Fault(.neverAfterwards, in: .create, times: 1)])
    try stage.make("/new", "new contents")
    #expect(try await eventually { !texts(stage, "new contents").isEmpty })
    try stage.remove("/new")
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "new contents").isEmpty)
    #expect(try !stage.names("/").contains("new"))
    await stage.stop()
  }

  /// What was written between a creation without an answer and the next try is a change of what was created.
  @Test func `a creation that was not answered is the same document after another edit`() async throws {
    let stage = try await stage([Fault(.neverAfterwards, in: .create, times: 1)])
    try stage.make("/new", "first")
    #expect(try await eventually { !texts(stage, "first").isEmpty })
    let identifier = texts(stage, "first").first?.identifier
    try stage.write("/new", "second")
    #expect(try await stage.push())
    #expect(texts(stage, "first").isEmpty)
    #expect(texts(stage, "second").map(\.identifier) == [identifier])
    #expect(try stage.names("/").filter { $0.hasPrefix("new") } == ["new"])
    await stage.stop()
  }

  /// Writes a text into the document `a`. The provider takes it and does not answer, and no call succeeds for a while.
  private func sendWithoutAnswer(_ text: String, _ stage: ReplicaStage) async throws {
    _ = try await stage.read("/a")
    stage.provider.fail([
      Fault(.errorAfterwards, in: .modify, code: 1, domain: "Other"),
      Fault(.error, in: .item, code: 1, domain: "Other"),
    ])
    try stage.write("/a", text)
    #expect(try await eventually { !texts(stage, text).isEmpty })
    #expect(try await eventually { try stage.waiting().contains { $0.state != .calling && $0.attempts > 0 } })
  }

  /// What was sent without an answer is at the provider, and stands in the way of what takes its name here: it is no other machine's edit.
  @Test func `contents that were sent without an answer are there once when the document becomes a backup`()
    async throws
  {
    let stage = try await stage()
    try await sendWithoutAnswer("mine", stage)
    try stage.move("/a", to: "/a~")
    try stage.make("/a", "new")
    #expect(try await eventually { try stage.isPassed("/a") })
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "mine").map(\.name) == ["a~"])
    #expect(texts(stage, "new").map(\.name) == ["a"])
    await stage.stop()
  }

  /// The same where a program saves the document as a new one in its place.
  @Test func `contents that were sent without an answer are no conflict with what is saved over them`() async throws {
    let stage = try await stage()
    try await sendWithoutAnswer("mine", stage)
    try stage.save("/a", "newer")
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(texts(stage, "mine").isEmpty)
    #expect(stage.providedText("/a") == "newer")
    #expect(try stage.names("/").filter { $0.hasPrefix("a") } == ["a"])
    await stage.stop()
  }

  /// What stays on this machine of an item is what the provider cannot hold, and not what it has taken.
  @Test func `a name that was sent without an answer is the provider's again, whatever else stays here`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      var changes = AttributeChanges()
      changes.mode = 0o744
      try transaction.setAttributes(changes, of: id)
    }
    #expect(try await stage.push())
    stage.provider.fail([Fault(.errorAfterwards, in: .modify, times: 1, code: 1, domain: "Other")])
    try stage.move("/a", to: "/ours")
    #expect(try await stage.push())
    #expect(stage.provided("/ours")?.identifier == "a")
    stage.tree.change("a") { $0.name = "theirs" }
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.id("/theirs") == id)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// A new document and one whose contents are only at the provider exchange their names: no contents go to nowhere.
  @Test func `a document that is not here keeps its contents when a new one takes its name`() async throws {
    let stage = try await stage()
    let id = try stage.id("/a")
    #expect(try stage.item("/a")?.flags.contains(.dataless) == true)
    try stage.make("/new", "new contents")
    try stage.exchange("/a", "/new")
    #expect(try await stage.push())
    #expect(stage.providedText("/a") == "new contents")
    #expect(stage.providedText("/new") == "alpha\n")
    #expect(try stage.id("/new") == id)
    #expect(try await stage.read("/new") == "alpha\n")
    await stage.stop()
  }

  /// Whoever deletes a document has not seen contents that came there with the answer to an earlier call.
  @Test func `a deletion spares contents that nobody here has seen`() async throws {
    let stage = try await stage([Fault(.late, in: .modify, of: "a", times: 1, milliseconds: 200)], isPatient: true)
    stage.tree.change("a") { $0.contents = Data("of there".utf8) }
    try stage.move("/a", to: "/renamed")
    #expect(try await eventually { stage.provider.count(.modify, of: "a") == 1 })
    try stage.remove("/renamed")
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(stage.providedText("/renamed") == "of there")
    #expect(try await stage.read("/renamed") == "of there")
    await stage.stop()
  }

  /// What leaves a folder that is deleted may take its name.
  @Test func `an item takes the name of the deleted folder that it was in`() async throws {
    let stage = try await stage()
    try stage.move("/folder/b", to: "/outside")
    #expect(try await stage.push())
    try stage.move("/outside", to: "/empty/b")
    #expect(try await stage.push())
    try stage.move("/empty/b", to: "/b")
    try stage.remove("/empty")
    try stage.move("/b", to: "/empty")
    #expect(try await stage.push())
    #expect(stage.providedText("/empty") == "beta\n")
    #expect(stage.tree.items.filter { $0.name.contains("moving") }.isEmpty)
    await stage.stop()
  }

  /// A folder whose creation was not answered went into one that another machine has moved to the place it was created at: they are two.
  @Test func `a folder is created in the one that has its old place`() async throws {
    let stage = try await stage([Fault(.error, in: .create, code: 1, domain: "Other")])
    let id = try stage.make("/new", kind: .folder)
    #expect(try await eventually { try stage.waiting().contains { $0.attempts > 0 } })
    stage.tree.change("folder") { $0.name = "new" }
    try await stage.replica.synchronize(listsEverything: true)
    try stage.move("/new", to: "/inner")
    try await stage.replica.synchronize(listsEverything: true)
    let folder = try #require(try stage.path(of: "folder"))
    try stage.move("/inner", to: folder + "/inner")
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.id("/new/inner") == id)
    #expect(stage.provided("/new")?.identifier == "folder")
    #expect(stage.provided("/new/inner") != nil)
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// Where an item may have been put, another machine's is not written. It is asked for until it is here, whatever was listed meanwhile.
  @Test func `what takes the place that an item was to have is asked for until it is here`() async throws {
    let stage = try await stage([Fault(.error, in: .modify, code: 1, domain: "Other")])
    try stage.move("/a", to: "/x")
    #expect(try await eventually { try stage.waiting().contains { $0.state != .calling && $0.attempts > 0 } })
    stage.provider.fail([
      Fault(.error, in: .modify, code: 1, domain: "Other"), Fault(.error, in: .item, code: 1, domain: "Other"),
    ])
    // A question that was answered before has shown where the item is.
    let attempts = try stage.waiting().map(\.attempts).max() ?? 0
    #expect(try await eventually { try stage.waiting().contains { $0.state != .calling && $0.attempts > attempts } })
    stage.tree.put(MemoryItem("theirs", name: "x", contents: "theirs"))
    try await stage.replica.synchronize(listsEverything: true)
    #expect(try stage.isStale("theirs"))
    stage.provider.mend()
    #expect(try await stage.push())
    try await stage.replica.synchronize()
    #expect(try !stage.isStale("theirs"))
    #expect(texts(stage, "theirs").map(\.name) == ["x"])
    #expect(try stage.difference() == nil)
    await stage.stop()
  }

  /// The answer is written after all listings have expired, of which the one of the new folder is none yet.
  @Test func `a folder whose answer is written after changes were missed is listed`() async throws {
    let stage = try await stage([Fault(.late, in: .create, times: 1, milliseconds: 100)], isPatient: true)
    try stage.make("/made", kind: .folder)
    #expect(try await eventually { try stage.waiting().contains { $0.state == .calling } })
    try stage.store.change(author: ReplicaStage.program) { (transaction) throws(StoreError) in
      // The clock itself is meant: by then it is answered, and waits for this transaction, which nothing announces.
      usleep(300_000)
      stage.replica.state.questions.withLock { $0.expire() }
      try ReplicationEditor(transaction).expireAllListings()
    }
    #expect(try await stage.push())
    let folder = try #require(stage.provided("/made")?.identifier)
    #expect(try await eventually { stage.provider.count(.page, of: folder) > 0 })
    await stage.stop()
  }

  /// A folder that was made here is listed again when changes may have been missed.
  @Test func `what came into a folder made here is found without the history of it`() async throws {
    let stage = try await stage()
    try stage.make("/made", kind: .folder)
    #expect(try await stage.push())
    let folder = try #require(stage.provided("/made")?.identifier)
    stage.tree.put(MemoryItem("inner", in: folder, contents: "inner"))
    stage.tree.forgetHistory()
    try await stage.replica.synchronize()
    #expect(try await stage.read("/made/inner") == "inner")
    await stage.stop()
  }
}

extension ReplicaStage {
  /// Whether the provider knows what is at a path.
  fileprivate func isPassed(_ path: String) throws -> Bool {
    let id = try id(path)
    return try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).provided(id) != nil }
  }

  /// Where an item of the root is here.
  fileprivate func path(of identifier: String) throws -> String? {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let row = try ProvidedReader(reader).provided(identifier: identifier) else { return nil }
      return try reader.record(row.item).map { "/" + $0.name.spelling }
    }
  }
}
