import Foundation
import FileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore

/// What is not uploaded yet is read from the log, and can always be found again.
@Suite struct PendingTests {
  static let pace = PushPace(quiet: .seconds(2), longest: .seconds(30))

  /// A store of a provider that has reported a folder `f` and documents `a` and `b`.
  private final class Stage {
    let temporary: TemporaryStore
    var store: ItemStore { temporary.store }
    private(set) var ids: [String: ItemID] = [:]

    init(retention: Int64 = 4_000_000) throws {
      temporary = try TemporaryStore(retention: retention)
      try temporary.change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      }
      try note()
      try temporary.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        ids["f"] = try ApplyingEditor(transaction).apply(PushTablesTests.item("f", "f", kind: .folder), in: .root)
        ids["a"] = try ApplyingEditor(transaction).apply(PushTablesTests.item("a", "a"), in: .root)
        ids["b"] = try ApplyingEditor(transaction).apply(PushTablesTests.item("b", "b"), in: .root)
        for folder in [.root, ids["f"] ?? .none] { try transaction.setFlags(.unlisted, false, of: folder) }
        // As if they had been read.
        for name in ["a", "b"] { try transaction.setFlags(.dataless, false, of: ids[name] ?? .none) }
      }
    }

    subscript(name: String) -> ItemID { ids[name] ?? .none }

    func note(limit: Int = 4096) throws {
      while try !store.change(
        author: ChangeAuthor.replica,
        { (transaction) throws(StoreError) in
          try PendingEditor(transaction).notePending(PendingTests.pace, limit: limit)
        })
      {}
    }

    func pending(_ id: ItemID) throws -> PendingRow? {
      try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).pending(id) }
    }

    func everything() throws -> [PendingItem] {
      var items: [PendingItem] = []
      try store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).forEachPending {
          items.append($0)
          return true
        }
      }
      return items
    }
  }

  private func write(_ stage: Stage, _ id: ItemID) throws {
    try stage.temporary.change { (transaction) throws(StoreError) in
      try transaction.commitContents(of: id, size: 3, isSparse: false, modified: .now, changed: .now)
    }
  }

  /// What the provider reports is not sent to it again, and what changes here is, each field of it, and many changes are one.
  @Test func `changes of one item are one`() throws {
    let stage = try Stage()
    try stage.note()
    #expect(try stage.everything().isEmpty)
    for _ in 0..<10 { try write(stage, stage["a"]) }
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: stage["a"]) { $0.tags = Array("red".utf8) }
      try TreeEditor(transaction).move(stage["b"], to: stage["f"], name: FileName("c"))
    }
    try stage.note()
    #expect(try stage.pending(stage["a"])?.fields == [.contents, .tags])
    #expect(try stage.pending(stage["b"])?.fields == [.filename, .parent])
    #expect(try stage.pending(stage["b"])?.oldParent == .root)
    #expect(try stage.pending(stage["b"])?.oldName == FileName("b"))
    #expect(try stage.everything().map(\.path) == ["/a", "/f/c"])
    #expect(try stage.everything().map(\.operation) == [.modify, .modify])
  }

  /// Nothing is known of an item that came and went; of one that the provider knows the deletion waits.
  @Test func `what came and went is nobody's business`() throws {
    let stage = try Stage()
    let new = try stage.temporary.create("new")
    try stage.note()
    #expect(try stage.pending(new)?.fields == .pushable)
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(new)
      try TreeEditor(transaction).delete(stage["a"])
    }
    let other = try stage.temporary.create("other")
    try stage.temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(other) }
    try stage.note()
    #expect(try stage.everything().map(\.path) == ["/a"])
    #expect(try stage.everything().map(\.operation) == [.delete])
  }

  /// Pipes, owners and dates of access stay on this machine.
  @Test func `what no provider holds does not wait, and is noted as staying here`() throws {
    let stage = try Stage()
    let pipe = try stage.temporary.create("pipe", kind: .fifo)
    try stage.temporary.change { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.owner = 77
      changes.accessed = .now
      try transaction.setAttributes(changes, of: stage["a"])
    }
    try stage.note()
    #expect(try stage.everything().isEmpty)
    #expect(try stage.pending(pipe)?.state == .local)
    #expect(try stage.pending(stage["a"])?.state == .local)
    #expect(try stage.pending(stage["a"])?.dirty == .owner)
    // Another change of it goes to the provider, and the owner stays.
    try write(stage, stage["a"])
    try stage.note()
    #expect(try stage.everything().map(\.item) == [stage["a"]])
    try stage.temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(pipe) }
    try stage.note()
    #expect(try stage.pending(pipe) == nil)
  }

  /// A change waits for quiet, but not for ever; one of an item whose call is under way waits for its end.
  @Test func `a change waits for quiet`() throws {
    let stage = try Stage()
    try write(stage, stage["a"])
    try stage.note()
    var row = try #require(try stage.pending(stage["a"]))
    #expect(row.state == .later)
    let wait = row.due - PushPace.now
    #expect(wait > 0 && wait <= 2_000_000_000)
    row.noted -= 29_000_000_000
    try stage.temporary.change { [row] (transaction) throws(StoreError) in try ReplicationEditor(transaction).write(row)
    }
    try write(stage, stage["a"])
    try stage.note()
    #expect(try stage.pending(stage["a"]).map { $0.due - PushPace.now <= 1_000_000_000 } == true)
    row.state = .calling
    row.sent = .contents
    row.fields = []
    try stage.temporary.change { [row] (transaction) throws(StoreError) in try ReplicationEditor(transaction).write(row)
    }
    try write(stage, stage["a"])
    try stage.note()
    #expect(try stage.pending(stage["a"])?.state == .calling)
    #expect(try stage.pending(stage["a"])?.fields == .contents)
    #expect(try stage.pending(stage["a"])?.dirty == .contents)
  }

  /// In steps of any size the same waits in the end.
  @Test(arguments: [1, 3, 1000]) func `the log may be read in steps`(limit: Int) throws {
    let stage = try Stage()
    for name in ["a", "b"] { try write(stage, stage[name]) }
    let new = try stage.temporary.create("new")
    try stage.note(limit: limit)
    #expect(try stage.everything().map(\.item) == [stage["a"], stage["b"], new])
  }

  /// Programs wait for the end of the transaction, so it has some items alone: each with all that changed of it in that part of the log.
  @Test func `a transaction notes some items and all their changes`() throws {
    let stage = try Stage()
    try stage.note()
    var new: [ItemID] = []
    for number in 0..<5 { new.append(try stage.temporary.create("new \(number)")) }
    for id in new { try write(stage, id) }
    let first = try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      try PendingEditor(transaction).notePending(Self.pace, limit: 16)
    }
    #expect(!first)
    #expect(try stage.everything().map(\.item) == Array(new[..<4]))
    try stage.note(limit: 16)
    #expect(try stage.everything().map(\.item) == new)
    let row = try #require(try stage.pending(new[0]))
    #expect(row.first < row.newest)
  }

  /// A part of the log ends before an item is there again that it has the deletion of, and what came and went in it is never written.
  @Test func `what the log says of an item is one change`() throws {
    let stage = try Stage()
    try stage.note()
    let start = try stage.store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    let new = try stage.temporary.create("new")
    try write(stage, new)
    try write(stage, stage["a"])
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(stage["a"], to: stage["f"], name: FileName("c"))
      try TreeEditor(transaction).delete(new)
    }
    let part = try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      try PendingReader(transaction.reader).gatherChanges(after: start, upTo: transaction.generation, limit: 100)
    }
    #expect(part.items.map(\.item) == [new, stage["a"]])
    #expect(part.items.map(\.deletedFrom) == [.root, nil])
    #expect(part.items.last?.fields.isSuperset(of: [.contents, .filename, .parent]) == true)
  }

  /// What waits for its folder comes when something becomes of the folder, whatever the provider answered before; what changed a moment ago has its quiet.
  @Test func `what is put off for a folder comes with it`() throws {
    let stage = try Stage()
    try stage.note()
    let ids = try stage.store.change(author: "test") { (transaction) throws(StoreError) -> [ItemID] in
      func make(_ name: String, _ kind: ItemKind, in parent: ItemID) throws(StoreError) -> ItemID {
        let name = FileName(unchecked: name)
        return try TreeEditor(transaction).create(
          NewItem(parent: parent, name: name, kind: kind, mode: 0o700, owner: 0, group: 0)
        ).id
      }
      let folder = try make("new", .folder, in: .root)
      return try [folder, make("waits", .file, in: folder), make("changed", .file, in: folder)]
    }
    try stage.note()
    try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      guard var row = try ProvidedReader(transaction.reader).pending(ids[1]) else { return }
      (row.errorDomain, row.errorCode) = ("test", 1)
      row.wait(for: ids[0])
      try ReplicationEditor(transaction).write(row)
    }
    #expect(try stage.pending(ids[1]).map { $0.state == .later && $0.errorDomain == nil } == true)
    try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).forgetPending(ids[0])
    }
    #expect(try stage.pending(ids[1]).map { $0.due == 0 && $0.waitsFor == nil } == true)
    #expect(try stage.pending(ids[2]).map { $0.due > PushPace.now } == true)
  }

  /// What changes is noted some time later, and is sent no later for that.
  @Test func `the quiet counts from the change and not from when it is noted`() throws {
    let stage = try Stage()
    try stage.note()
    try write(stage, stage["a"])
    var pace = Self.pace
    let generation = try stage.store.readCommitted { (reader) throws(StoreError) in try reader.generation() }
    let moment = PushPace.now - 1_500_000_000
    let (isNew, isNewAgain) = (pace.moments.note(generation, at: moment), pace.moments.note(generation, at: moment + 1))
    #expect(isNew && !isNewAgain)
    try write(stage, stage["b"])
    try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      #expect(try PendingEditor(transaction).notePending(pace))
    }
    #expect(try stage.pending(stage["a"])?.noted == moment)
    #expect(try stage.pending(stage["a"])?.due == moment + 2_000_000_000)
    #expect(try stage.pending(stage["b"]).map { $0.due > moment + 2_500_000_000 } == true, "nobody saw it change")
  }

  /// After a burst of changes very many are due at once.
  @Test func `some of what is due becomes ready in a transaction, and the rest in the next ones`() throws {
    let stage = try Stage()
    for number in 0..<5 { _ = try stage.temporary.create("new \(number)") }
    let now = PushPace(quiet: .zero, longest: .zero)
    try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      #expect(try PendingEditor(transaction).notePending(now))
    }
    var ready: [Int] = []
    for _ in 0..<3 {
      try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        #expect(try PushEditor(transaction).promotePendingRows(limit: 2))
        ready.append(try ProvidedReader(transaction.reader).readyToSend(after: nil, limit: 100).count)
      }
    }
    #expect(ready == [2, 4, 5])
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      #expect(try !PushEditor(transaction).promotePendingRows(limit: 2))
    }
  }

  /// What differs from what the provider has is uploaded because it waits, and for no other reason.
  @Test(arguments: [false, true]) func `what does not wait although it differs is found`(repairs: Bool) throws {
    let stage = try Stage()
    var new = ItemID.none
    try stage.temporary.change { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.mode = 0o700
      try transaction.setAttributes(changes, of: stage["a"])
      try TreeEditor(transaction).changeMembership(of: stage["a"]) { $0.favoriteRank = 3 }
      new = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "new"), kind: .folder, mode: 0o755, owner: 0, group: 0)
      ).id
    }
    var options = StoreCheck.Options()
    options.repairs = repairs
    func findings() throws -> [String] {
      var findings: [String] = []
      try StoreCheck.run(storeIn: stage.temporary.directory, options) {
        if $0.problem.contains("queued for upload") { findings.append("\($0.path ?? ""): \($0.problem)") }
      }
      return findings
    }
    #expect(try findings() == [], "it is still to be noted")
    try stage.note()
    #expect(try findings() == [], "it waits")
    try stage.temporary.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      for id in [stage["a"], new] { try ReplicationEditor(transaction).forgetPending(id) }
    }
    #expect(
      try findings() == [
        "/a: differs from the provider's in favorite, mode, and not queued for upload",
        "/new: not at the provider, and not queued for upload",
      ])
    #expect(try stage.pending(stage["a"])?.fields == (repairs ? [.favorite, .mode] : nil))
    #expect(try stage.pending(new)?.fields == (repairs ? .pushable : nil))
    if repairs { #expect(try findings() == []) }
  }

  @Test func `a change is noted before the log forgets it`() throws {
    let stage = try Stage(retention: 1)
    try stage.note()
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: stage["a"]) { $0.favoriteRank = 1 }
    }
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: stage["b"]) { $0.favoriteRank = 1 }
      while try PendingEditor(transaction).pruneLog() {}
    }
    #expect(
      try stage.store.readCommitted { (reader) throws(StoreError) in try PendingReader(reader).unnotedChanges() } != nil
    )
    try stage.note()
    // Without the log all that is here might have been written.
    #expect(try stage.pending(stage["a"])?.fields == .favorite)
    #expect(try stage.pending(stage["b"])?.fields == .favorite)
  }

  /// When the log does not reach back any more, `synced` shows what is pending, deletions included. The log is pruned to one row here, without being read.
  @Test(arguments: [1, 1000]) func `what waits is found again without the log`(limit: Int) throws {
    let stage = try Stage()
    try stage.note()
    try write(stage, stage["a"])
    let new = try stage.temporary.create("new", in: stage["f"])
    let pipe = try stage.temporary.create("pipe", kind: .fifo)
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).delete(stage["b"])
      var changes = AttributeChanges()
      changes.mode = 0o500
      try transaction.setAttributes(changes, of: stage["f"])
    }
    try stage.temporary.change { (transaction) throws(StoreError) in
      try transaction.changeSetting(ProvidedReader.pushAnchor, to: nil)
      try PendingEditor(transaction).setLogRetention(.changes(1))
      while try PendingEditor(transaction).pruneLog() {}
    }
    try stage.store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.integer("SELECT count(*) FROM log") == 1)
    }
    try stage.note(limit: limit)
    #expect(try stage.pending(stage["a"])?.fields.contains(.contents) == true)
    #expect(try stage.pending(new)?.fields == .pushable)
    #expect(try stage.pending(pipe)?.state == .local)
    #expect(try stage.pending(stage["f"])?.fields == .mode)
    #expect(try stage.everything().filter { $0.operation == .delete }.map(\.path) == ["/b"])
    #expect(try stage.everything().count == 4)
    // From then on the log is read again.
    _ = try stage.temporary.create("newer")
    try stage.note()
    #expect(try stage.everything().count == 5)
  }

  /// Changes that come while all items are compared are not missed.
  @Test func `changes during the comparison are noted`() throws {
    let stage = try Stage()
    try stage.temporary.change { (transaction) throws(StoreError) in
      try transaction.changeSetting(ProvidedReader.pushAnchor, to: nil)
    }
    var created: [ItemID] = []
    for number in 0..<6 {
      created.append(try stage.temporary.create("new \(number)"))
      try write(stage, stage["a"])
      _ = try stage.store.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        try PendingEditor(transaction).notePending(Self.pace, limit: 2)
      }
    }
    try stage.note()
    #expect(Set(try stage.everything().map(\.item)) == Set(created + [stage["a"]]))
  }

  /// What was rescued is never uploaded, nor is what is made beside it, whether or not a process of the provider's runs. What the provider has is told
  /// wherever it is.
  @Test func `what is in the folder of what was rescued waits for nothing`() throws {
    let stage = try Stage()
    let new = try stage.temporary.create("new")
    try stage.note()
    #expect(try stage.everything().map(\.item) == [new])
    try stage.temporary.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
      if let record = try transaction.reader.record(new) { try RescueEditor(transaction).rescue(record) }
    }
    try stage.note()
    let folder = try #require(
      try stage.store.readCommitted { (reader) throws(StoreError) in try RescueReader(reader).rescuedFolder() })
    let (other, known) = (try stage.temporary.create("other", in: folder), stage["a"])
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(new, to: folder, name: FileName("renamed"))
      try TreeEditor(transaction).move(known, to: folder, name: FileName("a"))
    }
    try write(stage, known)
    try stage.note()
    #expect(try stage.everything().map(\.item) == [known])
    let waiting = try stage.store.readCommitted { (reader) throws(StoreError) in try PushReader(reader).pendingSummary()
    }
    #expect(waiting.count == 1)
    try stage.temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(other, to: .root, name: FileName("other"))
    }
    try stage.note()
    #expect(try Set(stage.everything().map(\.item)) == [known, other])
  }

  /// Foundation never frees the error of a property list that it cannot read, and nearly every item that is uploaded has none.
  @Test func `tags that are no property list leave no memory behind`() throws {
    func anonymous() throws -> Int {
      let facts = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = try #require(facts.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
      return try #require(Int(line.filter(\.isNumber)))
    }
    let before = try anonymous()
    var names = 0
    let text = Array("red,blue,green".utf8)
    for _ in 0..<50_000 { names += TagData([]).names.count + TagData(text).names.count }
    #expect(names == 150_000)
    let grown = try anonymous() - before
    #expect(grown < 16_384, "\(grown) KiB")
  }

  /// Tags are a property list with colours at a provider, and plain text here; a provider that uses plain text gets that.
  @Test func `tags keep their colours`() throws {
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["red\n6", "é", "a,b"], format: .binary, options: 0)
    let data = TagData([UInt8](list))
    #expect(data.names == ["red", "é", "a b"])
    #expect(data.attribute == Array("red,é,a b".utf8))
    let sent = try #require(data.data(for: ["new", "red", "a b"]))
    #expect(sent.starts(with: Data("bplist".utf8)))
    #expect(TagData([UInt8](sent)).names == ["new", "red", "a b"])
    #expect(
      try PropertyListSerialization.propertyList(from: sent, format: nil) as? [String] == ["new", "red\n6", "a,b"])
    #expect(TagData(Array("x, y".utf8)).names == ["x", "y"])
    #expect(TagData(Array("bplist".utf8)).names == ["bplist"])
    #expect(TagData(Array("x, y".utf8)).data(for: ["x", "z"]) == Data("x,z".utf8))
    #expect(TagData([]).data(for: ["x"])?.starts(with: Data("bplist".utf8)) == true)
    #expect(TagData([]).data(for: []) == nil)
  }

  /// Apple's flags in the name of an attribute say whether it is synchronized.
  @Test func `flags of attributes decide whether they are sent`() {
    #expect(TagData.isSent("user.plain"))
    #expect(TagData.isSent("user.com.example#PS"))
    #expect(!TagData.isSent("user.com.example#P"))
  }
}
