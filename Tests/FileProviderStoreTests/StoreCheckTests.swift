import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

@Suite struct StoreCheckTests {
  private func check(
    _ temporary: TemporaryStore, repairs: Bool = false, _ report: (StoreFinding) -> Void = { _ in }
  ) throws -> [StoreFinding] {
    var options = StoreCheck.Options()
    options.repairs = repairs
    var findings: [StoreFinding] = []
    try StoreCheck.run(storeIn: temporary.directory, options) {
      findings.append($0)
      report($0)
    }
    return findings
  }

  /// Makes contents under a number from before any known process.
  private func makeLostContents(_ temporary: TemporaryStore, _ number: Int64, _ text: String) throws -> ContentKey {
    let key = ContentKey(rawValue: number)
    let url = temporary.store.contents.url(of: key)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return key
  }

  /// If all contents are gone, that is damage, and not a missing store.
  @Test func `a store without its contents is damaged`() throws {
    let temporary = try TemporaryStore()
    try temporary.createDocument("kept", "kept")
    try temporary.store.finish()
    try FileManager.default.removeItem(at: temporary.directory.appendingPathComponent("contents"))
    #expect(try check(temporary).map(\.state) == [.left])
    let findings = try check(temporary, repairs: true)
    #expect(findings.contains { $0.path == "/kept" }, "\(findings)")
  }

  /// Contents without an owner are reported as damage by a check, and moved to `lost+found` by a repair only.
  @Test func `a check without repairs changes nothing`() throws {
    let temporary = try TemporaryStore()
    try temporary.createDocument("kept", "kept")
    let key = try makeLostContents(temporary, 4711, "the only copy")
    let generation = try temporary.generation()
    #expect(try check(temporary).map(\.state) == [.left])
    #expect(try temporary.generation() == generation)
    #expect(temporary.store.contents.size(of: key) == 13)
    #expect(try check(temporary, repairs: true).map(\.state) == [.repaired])
    let found = try temporary.store.readCommitted { (reader) throws(StoreError) in
      try reader.resolve("/lost+found/contents-1267")
    }
    #expect(found?.content == key && found?.size == 13)
    #expect(try check(temporary).isEmpty)
  }

  /// Small contents that no row names are lost ones; those that were removed since somebody looked are none.
  @Test func `small contents that are removed by now have no owner and need none`() throws {
    let temporary = try TemporaryStore()
    let (lost, removed) = (ContentKey(rawValue: 4711).small, ContentKey(rawValue: 4712).small)
    try temporary.store.withConnection { connection in
      try connection.execute("INSERT INTO small_contents VALUES (\(lost.rawValue), x'61')")
    }
    let ownerless = try temporary.store.readCommitted { (reader) throws(StoreError) in
      try reader.ownerless([lost, removed])
    }
    #expect(ownerless == [lost])
    #expect(try check(temporary, repairs: true).map(\.state) == [.repaired])
    #expect(try check(temporary).isEmpty)
  }

  /// What is in the place of contents and is no file is damage: its length is not taken for that of the contents, and a repair moves it away.
  @Test(.timeLimit(.minutes(1)), arguments: NotContents.allCases)
  func `something else in the place of contents is named`(other: NotContents) throws {
    let temporary = try TemporaryStore()
    let id = try temporary.createDocument("document", "contents")
    try temporary.store.finishHousekeeping()
    let item = try #require(try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) })
    let key = try #require(item.content)
    try other.replace(temporary.store.contents.url(of: key))
    let found = try check(temporary)
    #expect(found.map(\.state) == [.left] && found[0].path == "/document", "\(found)")
    #expect(found[0].problem.contains(other.rawValue), "\(found)")
    #expect(try check(temporary, repairs: true).map(\.state) == [.left])
    let aside = temporary.directory.appendingPathComponent("set-aside/" + String(key.rawValue, radix: 16))
    var status = stat()
    #expect(lstat(aside.path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG)
    let after = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    #expect(after?.size == 8)
    #expect(try check(temporary).map(\.problem) == ["its contents of 8 bytes are missing"])
  }

  /// A store whose contents were replaced by a FIFO can be opened, also when it looks at them first because the machine has stopped.
  @Test(.timeLimit(.minutes(1)), arguments: NotContents.allCases)
  func `no opening waits at something else`(other: NotContents) throws {
    let temporary = try TemporaryStore(pace: .onDemand)
    let id = try temporary.createDocument("document", "contents")
    let item = try #require(try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) })
    let url = temporary.store.contents.url(of: try #require(item.content))
    let copy = TestDirectory(adopting: TestDirectory.unused("replaced"))
    try FileManager.default.copyItem(at: temporary.directory, to: copy.url)
    try other.replace(URL(fileURLWithPath: copy.path + url.path.dropFirst(temporary.directory.path.count)))
    let store = try ItemStore(directory: copy.url, boot: BootIdentity(uuid: UUID()))
    #expect(try store.rootNames() == ["document"])
  }

  /// What killed processes were making goes when the store is mounted, and nothing else: neither what items have, nor what a running process makes,
  /// nor what was made before the machine stopped.
  @Test func `a mount removes what killed processes have left`() throws {
    let temporary = try TemporaryStore(pace: .onDemand)
    var (left, kept): ([ContentKey], [ContentKey]) = ([], [])
    func make(in store: ItemStore) throws -> ContentKey {
      let made = try store.contents.create()
      let key = made.key
      made.keep()
      return key
    }
    do {
      let killed = try temporary.reopened()
      left = try (0..<300).map { _ in try make(in: killed) }
      let key = try make(in: killed)
      kept.append(key)
      _ = try killed.change(author: "test") { (transaction) throws(StoreError) in
        var new = NewItem(
          parent: .root, name: FileName(unchecked: "kept"), kind: .file, mode: 0o644, owner: 0, group: 0)
        (new.content, new.size) = (key, 0)
        try TreeEditor(transaction).create(new)
      }
    }
    let marks = temporary.directory.appendingPathComponent("contents/sessions").path
    // As a process leaves it that is killed.
    for name in try FileManager.default.contentsOfDirectory(atPath: marks) where name.hasSuffix(".done") {
      rename("\(marks)/\(name)", "\(marks)/\(name.dropLast(5))")
    }
    let running = try temporary.reopened()
    kept.append(try make(in: running))
    let contents = temporary.store.contents
    func areThere(_ keys: [ContentKey]) -> Bool { keys.allSatisfy { contents.size(of: $0) != nil } }
    do {
      // Whatever only opens the store leaves them, and so does a mount after a restart of the machine.
      let other = try ItemStore(directory: temporary.directory, pace: .onDemand)
      try other.finishHousekeeping()
      #expect(areThere(left))
      let copy = TestDirectory(adopting: TestDirectory.unused("restarted"))
      try FileManager.default.copyItem(at: temporary.directory, to: copy.url)
      let restarted = try ItemStore(directory: copy.url, boot: BootIdentity(uuid: UUID()), pace: .onDemand)
      let marked = copy.path + "/contents/sessions"
      let before = try Set(FileManager.default.contentsOfDirectory(atPath: marked))
      try restarted.removeUnfinished()
      #expect(try Set(FileManager.default.contentsOfDirectory(atPath: marked)) == before)
      try restarted.removeDiscarded()
      #expect(left.allSatisfy { restarted.contents.size(of: $0) != nil })
    }
    let mount = try ItemStore(
      directory: temporary.directory, threads: ChangingThreads(commitsSoon: { false }), pace: .onDemand)
    #expect(
      eventually {
        try? mount.removeDiscarded()
        return left.allSatisfy { contents.size(of: $0) == nil }
      })
    #expect(areThere(kept))
    #expect(try check(temporary).isEmpty)
    _ = running
  }

  /// Contents that get an owner during the check keep it: no contents have two owners.
  @Test func `contents whose owner appears meanwhile keep it`() throws {
    let temporary = try TemporaryStore()
    let owner = try temporary.create("owner")
    let other = try temporary.createDocument("other", "some text")
    try temporary.change { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.size = 3
      _ = try transaction.setAttributes(changes, of: other)
    }
    try temporary.store.finishHousekeeping()
    let key = try makeLostContents(temporary, 4711, "late")
    // The wrong size is told before contents without an owner are looked for, and after the owner was looked at.
    let findings = try check(temporary, repairs: true) { finding in
      guard finding.item == other else { return }
      _ = try? temporary.store.change(author: "test") { (transaction) throws(StoreError) in
        try transaction.setContents(key, size: 4, of: owner)
      }
    }
    #expect(findings.map(\.item) == [other])
    let folder = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.resolve("/lost+found") }
    #expect(folder == nil)
  }

  /// Files that a process was making when it was killed belong to no acknowledged change, so their removal is due. For an earlier run of the machine
  /// this is not certain, because a loss of power takes commits: such files are no damage, and a repair moves them to `lost+found`.
  @Test(arguments: [true, false]) func `contents of a dead process`(isOfThisRun: Bool) throws {
    let temporary = try TemporaryStore()
    let contents = temporary.store.contents
    let made = try contents.create()
    let key = made.key
    made.keep()
    // As long as the process runs, nothing is to be said of it.
    #expect(try check(temporary, repairs: true).isEmpty)
    #expect(contents.size(of: key) == 0)
    // Its mark, as the death of the process leaves it.
    let marks = contents.directory.appendingPathComponent("sessions")
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: marks.path).first)
    let mark = try Data(contentsOf: marks.appendingPathComponent(name))
    try temporary.store.finish()
    try (isOfThisRun ? mark : Data()).write(to: marks.appendingPathComponent(name))
    let findings = try check(temporary)
    #expect(findings.map(\.state) == [.due])
    #expect(findings.first?.problem.contains("before the machine stopped") == !isOfThisRun)
    #expect(contents.size(of: key) == 0)
    #expect(try check(temporary, repairs: true).map(\.state) == (isOfThisRun ? [] : [.repaired]))
    #expect((contents.size(of: key) == nil) == isOfThisRun)
  }

  /// Missing contents are damage, unless the machine stopped before they were on the disk: then the next opening recovers the document.
  @Test func `contents that a loss of power took are due and no damage`() throws {
    let temporary = try TemporaryStore()
    let id = try temporary.createDocument("document", "never on the disk")
    let item = try temporary.store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    unlink(temporary.store.contents.url(of: try #require(item?.content)).path)
    #expect(try check(temporary).map(\.state) == [.left])
    try temporary.store.withConnection {
      try $0.execute("UPDATE settings SET value = 'another' WHERE key = 'boot'")
    }
    #expect(try check(temporary).map(\.state) == [.due])
  }

  /// Repairs of derived values are logged, so that readers of the change log are told.
  @Test func `derived columns are mended through the log`() throws {
    let temporary = try TemporaryStore()
    let folder = try temporary.create("folder", kind: .folder)
    try temporary.create("below", in: folder, kind: .folder)
    let document = try temporary.create("document")
    try temporary.store.withConnection { connection in
      try connection.execute("UPDATE items SET subfolders = 7 WHERE id = \(folder)")
      try connection.execute("UPDATE items SET flags = flags | 1 WHERE id = \(document)")
    }
    let generation = try temporary.generation()
    #expect(try check(temporary).map(\.state) == [.left, .left])
    #expect(try temporary.generation() == generation)
    #expect(try check(temporary, repairs: true).map(\.state) == [.repaired, .repaired])
    #expect(try Set(temporary.changes(.everything, since: generation).map(\.item)) == [folder, document])
    #expect(try check(temporary).isEmpty)
  }

  /// A store that is open for reading refuses changes, and another one's changes are seen in it.
  @Test func `a store that is open for reading refuses changes`() throws {
    let temporary = try TemporaryStore()
    let reading = try ItemStore(reading: temporary.directory)
    try temporary.create("new")
    #expect(try reading.rootNames() == ["new"])
    let error = #expect(throws: StoreError.self) {
      try reading.change(author: "test") { (transaction) throws(StoreError) in
        try transaction.changeSetting("a", to: "b")
      }
    }
    #expect(error?.code == .readOnly)
    try reading.finish()
    #expect(throws: StoreError.self) { try ItemStore(reading: temporary.directory.appendingPathComponent("none")) }
  }
}
