import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

/// What power cuts at any step have found, each as a story of its own.
@Suite struct PowerCutStoryTests {
  /// - Parameter isLarge: Whether the contents of “a” are in a file.
  private func stage(isLarge: Bool = false) async throws -> ReplicaStage {
    let stage = try await ReplicaStage(.plain)
    if isLarge { stage.tree.change("a") { $0.contents = Data(repeating: 0x61, count: SmallContents.largest + 1) } }
    try await stage.replica.synchronize(listsEverything: true)
    _ = try await stage.read("/a")
    return stage
  }

  /// Nothing of that is in the log before the program is done.
  @Test func `a document that a program is writing is rescued when the provider removes it`() async throws {
    let stage = try await stage(isLarge: true)
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.markWriter(of: id, session: "a mount")
    }
    let key = try #require(try stage.item("/a")?.content)
    try Data("ours".utf8).write(to: stage.store.contents.url(of: key))
    stage.tree.remove("a")
    try await stage.replica.synchronize()
    #expect(try await eventually { try stage.item("/Rescued/a") != nil })
    let rescued = try #require(try stage.item("/Rescued/a")?.content)
    #expect(try stage.store.data(of: rescued) == Data("ours".utf8))
    await stage.stop()
  }

  /// The monotonic clock of a machine that had run for hours is far ahead of that of one that has just started.
  @Test func `pending items are uploaded soon after the machine has started again`() async throws {
    let stage = try await stage()
    await stage.stop()
    try stage.write("/a", "ours")
    let id = try stage.id("/a")
    try stage.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      guard var row = try ProvidedReader(transaction.reader).pending(id) else {
        throw StoreError(.noSuchItem, "nothing waits")
      }
      let hours = PushPace.nanoseconds(.seconds(5 * 3600))
      (row.state, row.due, row.noted) = (.later, PushPace.now + hours, PushPace.now + hours)
      try ReplicationEditor(transaction).write(row)
      try transaction.changeSetting("push.boot", to: "another")
    }
    try await stage.restart()
    #expect(try await eventually { stage.providedText("/a") == "ours" })
    await stage.stop()
  }

  /// The provider has the new contents as a version of the document that a program saved by rename; the power took back the rename here.
  @Test func `a save by rename that the power took back is not uploaded as a new document`() async throws {
    let stage = try await stage()
    let save = try await stage.makeBeforeCut("/a~", "saved")
    stage.tree.change("a") {
      ($0.contents, $0.created, $0.modified) = (Data("saved".utf8), save.created, save.modified)
    }
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(try stage.names("/").filter { $0.hasPrefix("a") } == ["a"])
    #expect(stage.provided("/a~") == nil)
    #expect(try await stage.read("/a") == "saved")
    await stage.stop()
  }

  @Test func `an edit of the document that such a save took the place of is kept beside it`() async throws {
    let stage = try await stage()
    let save = try await stage.makeBeforeCut("/a~", "saved")
    try stage.write("/a", "edited here")
    stage.tree.change("a") {
      ($0.contents, $0.created, $0.modified) = (Data("saved".utf8), save.created, save.modified)
    }
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    let texts = stage.tree.items.map { String(decoding: $0.contents, as: UTF8.self) }
    #expect(texts.filter { $0 == "saved" }.count == 1)
    #expect(texts.filter { $0 == "edited here" }.count == 1)
    await stage.stop()
  }

  /// A user moves the document before the replica has found out.
  @Test func `such a save is taken over where the document was moved since`() async throws {
    let stage = try await stage()
    let save = try await stage.makeBeforeCut("/a~", "saved")
    stage.tree.change("a") {
      ($0.contents, $0.created, $0.modified) = (Data("saved".utf8), save.created, save.modified)
    }
    try stage.move("/a", to: "/folder/moved")
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(stage.provided("/a~") == nil)
    #expect(stage.provided("/a") == nil)
    #expect(stage.provided("/folder/moved")?.identifier == "a")
    #expect(try await stage.read("/folder/moved") == "saved")
    await stage.stop()
  }

  /// No mount comes that would look after what its predecessor was writing.
  @Test func `what a program was writing when its mount was killed is uploaded`() async throws {
    let stage = try await stage(isLarge: true)
    await stage.stop()
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      try transaction.markWriter(of: id, session: "a mount that was killed")
    }
    let key = try #require(try stage.item("/a")?.content)
    try Data("written until then".utf8).write(to: stage.store.contents.url(of: key))
    try await stage.restart()
    #expect(try await eventually { stage.providedText("/a") == "written until then" })
    await stage.stop()
  }

  /// A program has removed it, and made another one in its place. Both were sent, and the identifier is a path.
  @Test(arguments: [ItemKind.file, .symlink])
  func `what was made again in the same place, which the power took back, stays one`(kind: ItemKind) async throws {
    let old = kind == .file ? MemoryItem("x", contents: "old") : .symlink("x", to: "old")
    let stage = try await ReplicaStage(ProviderScript(items: [old]))
    try await stage.replica.synchronize(listsEverything: true)
    await stage.stop()
    try stage.remove("/x")
    let made = try await stage.makeBeforeCut("/x", "new", kind: kind)
    stage.tree.change("x") {
      if kind == .file { $0.contents = Data("new".utf8) } else { $0.target = "new" }
      ($0.created, $0.modified) = (made.created, made.modified)
    }
    // What is reported meets the search for what was created.
    stage.provider.fail([.failing(.serverUnreachable, in: .item)])
    try await stage.restart(isOtherBoot: true)
    try await stage.replica.synchronize(listsEverything: true)
    stage.provider.mend()
    try await stage.comeToRest()
    #expect(try stage.names("/") == ["x"])
    #expect(stage.tree.items.map(\.name) == ["x"])
    #expect(stage.tree.items.map(\.text) == ["new"])
    await stage.stop()
    #expect(try stage.findings() == [])
  }

  @Test(arguments: [ItemKind.file, .folder])
  func `what was renamed after its upload, which the power took back, is not created again`(kind: ItemKind) async throws
  {
    let stage = try await stage()
    let isFolder = kind == .folder
    let made = try await stage.makeBeforeCut("/old", isFolder ? nil : "new", kind: kind)
    var item = isFolder ? MemoryItem.folder("X", in: MemoryItem.root) : MemoryItem("X", in: "folder")
    (item.name, item.created, item.modified) = ("renamed", made.created, made.modified)
    if !isFolder { item.contents = Data("new".utf8) }
    stage.tree.put(item)
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(stage.provided("/old") == nil)
    #expect(try stage.item("/old") == nil)
    #expect(try stage.item(isFolder ? "/renamed" : "/folder/renamed") != nil)
    await stage.stop()
  }

  /// Asking for each of them for each of the others takes hours where there are very many.
  @Test func `many creations that the power took back are resolved with few questions`() async throws {
    let stage = try await stage()
    let numbers = 0..<160
    for number in numbers {
      let text = String(repeating: "x", count: number + 1)
      let made = try await stage.makeBeforeCut("/made \(number)", text)
      var item = MemoryItem("X\(number)", in: MemoryItem.root, name: "renamed \(number)", contents: text)
      (item.created, item.modified) = (made.created, made.modified)
      stage.tree.put(item)
    }
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(try stage.names("/").filter { $0.hasPrefix("made") } == [])
    #expect(stage.tree.items.filter { $0.parent == MemoryItem.root && $0.name.contains(" ") }.count == numbers.count)
    let questions = numbers.map { stage.provider.count(.item, of: "X\($0)") }
    // Contents are compared once for each, and once more where its answer was missing: the sizes of all others show that they are others.
    let comparisons = numbers.map { stage.provider.count(.fetch, of: "X\($0)") }
    #expect(comparisons.reduce(0, +) <= 2 * numbers.count, "\(comparisons)")
    // Each that is open at the same time asks for itself, and so does each round, of which a busy machine makes more: 5 to 17 questions for each. If each
    // asked for all that are open with it, these would be half of all, and ever more of them.
    #expect(questions.reduce(0, +) <= numbers.count * numbers.count / 4, "\(questions)")
    await stage.stop()
  }

  /// Another machine has unpacked the same archive elsewhere: its documents have the same contents and dates, but were not made at the same moment.
  @Test func `a document of the same contents and date elsewhere is another one`() async throws {
    let stage = try await stage()
    let made = try await stage.makeBeforeCut("/copy", "same")
    var item = MemoryItem("X", in: "folder", name: "copy", contents: "same")
    (item.created, item.modified) = (made.created.addingTimeInterval(-5), made.modified)
    stage.tree.put(item)
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(stage.providedText("/copy") == "same")
    #expect(stage.providedText("/folder/copy") == "same")
    await stage.stop()
  }

  /// `cp -p` on another machine: its copy beside ours has the same contents and date, and another name.
  @Test func `a copy that somebody else has made of a document is another one`() async throws {
    let stage = try await stage()
    let made = try await stage.makeBeforeCut("/copy", "same")
    var item = MemoryItem("X", in: MemoryItem.root, name: "copy of theirs", contents: "same")
    (item.created, item.modified) = (made.created.addingTimeInterval(-5), made.modified)
    stage.tree.put(item)
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(stage.providedText("/copy") == "same")
    #expect(stage.providedText("/copy of theirs") == "same")
    await stage.stop()
  }

  /// The second one was uploaded; the power took back its answer.
  @Test func `of two documents with the same contents each keeps its name`() async throws {
    let stage = try await stage()
    try await stage.makeBeforeCut("/first", "same")
    let made = try await stage.makeBeforeCut("/second", "same")
    var item = MemoryItem("X", in: MemoryItem.root, name: "second", contents: "same")
    (item.created, item.modified) = (made.created, made.modified)
    stage.tree.put(item)
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(try stage.names("/").filter { $0.hasPrefix("first") || $0.hasPrefix("second") } == ["first", "second"])
    #expect(stage.provided("/second")?.identifier == "X")
    await stage.stop()
  }

  /// `cp -p` here, and the provider gives the original another version of the same contents.
  @Test func `a copy made here does not take the place of its original`() async throws {
    let stage = try await stage()
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    stage.tree.change("a") { $0.modified = date }
    try await stage.replica.synchronize(listsEverything: true)
    try await stage.makeBeforeCut("/copy", "alpha\n")
    try stage.change("/copy") { (transaction, id) throws(StoreError) in
      var changes = AttributeChanges()
      changes.modified = Timestamp(rawValue: 1_700_000_000_000_000_000)
      _ = try transaction.setAttributes(changes, of: id)
    }
    stage.tree.change("a") { $0.contents = Data("alpha\n".utf8) }
    try await stage.restart(isOtherBoot: true)
    try await stage.comeToRest()
    #expect(try stage.names("/").filter { $0 == "a" || $0.hasPrefix("copy") } == ["a", "copy"])
    #expect(stage.provided("/a")?.identifier == "a")
    await stage.stop()
  }

  /// A thread may be slow between the answer that an item is gone and its removal.
  @Test func `an item that is sent again meanwhile is not rescued`() async throws {
    let stage = try await stage()
    await stage.stop()
    try stage.write("/a", "ours")
    let id = try stage.id("/a")
    let known = try stage.store.changeAsProvider(.standard) { (transaction) throws(StoreError) -> ProvidedRow? in
      guard var row = try ProvidedReader(transaction.reader).pending(id) else {
        throw StoreError(.noSuchItem, "nothing waits")
      }
      row.state = .calling
      try ReplicationEditor(transaction).write(row)
      return try ProvidedReader(transaction.reader).provided(id)
    }
    try stage.replica.state.removeHere(id, known: known)
    #expect(try stage.item("/a")?.id == id)
    #expect(try stage.item("/Rescued") == nil)
  }
}

extension ReplicaStage {
  /// Makes something that is not uploaded before `restart`: it is not known here any more that it was.
  ///
  /// - Returns: The dates that the provider was sent.
  @discardableResult
  fileprivate func makeBeforeCut(
    _ path: String, _ text: String?, kind: ItemKind = .file
  ) async throws -> (created: Date, modified: Date) {
    await stop()
    try make(path, text, kind: kind)
    guard let item = try item(path) else { throw Missing(path: path) }
    return (item.created.date, item.modified.date)
  }

  fileprivate func comeToRest() async throws {
    for _ in 0..<3 {
      try await replica.synchronize(listsEverything: true)
      let isPushed = try await push()
      #expect(isPushed)
    }
    let difference = try difference()
    #expect(difference == nil)
  }
}
