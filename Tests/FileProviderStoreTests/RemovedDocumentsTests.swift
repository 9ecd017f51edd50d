import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

/// What the provider removes is kept for a while, and comes back when somebody asks for it.
@Suite struct RemovedDocumentsTests {
  private let temporary: TemporaryStore
  private var store: ItemStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore(pace: .onDemand)
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
    }
  }

  /// An item that came from the provider.
  private func provide(
    _ name: String, _ text: String? = nil, kind: ItemKind = .file, in parent: ItemID = .root
  ) throws -> ItemID {
    var item = ProvidedItem(identifier: "id of " + name, parent: "root", filename: name, kind: kind)
    (item.size, item.contentVersion, item.mode) = (Int64(text?.utf8.count ?? 4), [1], 0o640)
    item.modified = Timestamp(rawValue: 1_000_000_000)
    if kind == .symlink { item.target = Array("target".utf8) }
    let said = item
    let id = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(said, in: parent)
    }
    guard let text else { return id }
    let made = try store.contents.create()
    let key = made.key
    _ = Glibc.write(made.number, text, text.utf8.count)
    made.keep()
    let isTaken = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).takeContents(.file(key), size: Int64(text.utf8.count), nil, of: id)
    }
    #expect(isTaken)
    return id
  }

  /// The provider says that an item is gone.
  private func removeAtProvider(_ id: ItemID) throws {
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      #expect(try MassDeletionEditor(transaction).removeGone(id, limit: .max))
    }
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    #expect(item == nil)
  }

  private func kept(below path: String = "") throws -> [RemovedDocument] {
    try store.readCommitted { (reader) throws(StoreError) in
      try RescueReader(reader).removedDocuments(atOrBelow: path, limit: 100)
    }
  }

  private func count() throws -> Int64 {
    try store.readCommitted { (reader) throws(StoreError) in try RescueReader(reader).removedDocuments()?.count ?? 0 }
  }

  /// What `check` finds where the process that made the contents has ended.
  private func complaints() throws -> [String] {
    let copy = TestDirectory(adopting: TestDirectory.unused("ended"))
    try FileManager.default.copyItem(at: temporary.directory, to: copy.url)
    var complaints: [String] = []
    try StoreCheck.run(storeIn: copy.url, StoreCheck.Options()) { complaints.append($0.problem) }
    return complaints
  }

  private func contentFiles() -> Int {
    var count = 0
    store.contents.forEach { _ in count += 1 }
    return count
  }

  @Test func `a document comes back with its contents, date and permissions, and waits for the provider`() throws {
    let folder = try provide("folder", kind: .folder)
    _ = try provide("doc", "some text", in: folder)
    try removeAtProvider(folder)
    try store.finishHousekeeping()
    #expect(try complaints() == [])
    let document = try #require(try kept(below: "/folder").first)
    #expect(document.path == "/folder/doc")
    let id = try store.change(author: "test") { (transaction) throws(StoreError) -> ItemID in
      let name = FileName(unchecked: "doc")
      try RescueEditor(transaction).restore(document, to: .root, name: name)
      return try transaction.reader.child(of: .root, named: name)?.id ?? .none
    }
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      #expect(try PendingEditor(transaction).notePending(.standard))
    }
    let (item, waiting) = try store.readCommitted { (reader) throws(StoreError) in
      (try reader.item(id), try ProvidedReader(reader).pending(id))
    }
    #expect(item?.mode == 0o640 && item?.modified.rawValue == 1_000_000_000 && item?.size == 9)
    let key = try #require(item?.content)
    #expect(try store.text(of: key) == "some text")
    #expect(waiting != nil)
    #expect(try count() == 0)
    #expect(try complaints() == [])
  }

  @Test func `a link comes back, and of one place the newest`() throws {
    try removeAtProvider(provide("link", kind: .symlink))
    try removeAtProvider(provide("doc", "old"))
    try removeAtProvider(provide("doc", "newer"))
    #expect(try kept().map(\.path) == ["/doc", "/link"])
    #expect(try kept().map(\.size) == [5, 6])
    #expect(try kept(below: "/doc").count == 1 && kept(below: "/do").isEmpty)
    #expect(try kept(below: "/link").first?.target == Array("target".utf8))
    #expect(try count() == 3)
  }

  /// The newest is what was removed last, whichever item was made first.
  @Test func `of one place it is what was removed last that comes back`() throws {
    let (first, second) = (try provide("first", "old"), try provide("second", "newer"))
    for id in [second, first] {
      try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        _ = try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "doc"))
      }
      try removeAtProvider(id)
    }
    #expect(try kept().map(\.size) == [3])
  }

  private func restore(_ document: RemovedDocument) throws {
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try RescueEditor(transaction).restore(document, to: .root, name: FileName(unchecked: "again"))
    }
  }

  /// Two items would share what the program writes.
  @Test func `what a program still has open is not restored`() throws {
    let id = try provide("doc", "some text")
    let content = try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id)?.content })
    let open = try FileHandle(forUpdating: store.contents.url(of: content))
    try removeAtProvider(id)
    let document = try #require(try kept().first)
    let error = #expect(throws: StoreError.self) { try restore(document) }
    #expect(error?.code == .busy)
    #expect(try count() == 1)
    try open.close()
    try restore(document)
    #expect(try count() == 0)
    #expect(try complaints() == [])
  }

  /// It was written into the contents that were kept, and is in the folder of what was rescued.
  @Test func `what a program writes after the removal takes the place of what was kept`() throws {
    let id = try provide("doc", "some text")
    let item = try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) })
    try removeAtProvider(id)
    let written = try store.contents.create()
    let key = written.key
    _ = Glibc.write(written.number, "written", 7)
    written.keep()
    let removal = try #require(
      try store.readCommitted { (reader) throws(StoreError) in try RescueReader(reader).removalByProvider(of: id) })
    try store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try RescueEditor(transaction).rescueWritten(of: item, removal, contents: key, size: 7, modified: .now)
    }
    #expect(try count() == 0)
    try store.finishHousekeeping()
    #expect(try complaints() == [])
    #expect(contentFiles() == 1)
  }

  @Test func `the check names what is kept no more, and forgets it`() throws {
    for name in ["gone", "shorter", "whole"] { try removeAtProvider(provide(name, "0123456789")) }
    for document in try kept() where document.path != "/whole" {
      let file = store.contents.url(of: try #require(document.content)).path
      if document.path == "/gone" { unlink(file) } else { truncate(file, 3) }
    }
    func check(repairs: Bool) throws -> [StoreFinding] {
      var options = StoreCheck.Options()
      options.repairs = repairs
      var findings: [StoreFinding] = []
      try StoreCheck.run(storeIn: temporary.directory, options) { findings.append($0) }
      return findings
    }
    #expect(try check(repairs: false).map(\.path).sorted { $0 ?? "" < $1 ?? "" } == ["/gone", "/shorter"])
    #expect(try count() == 3)
    #expect(try check(repairs: true).map(\.state) == [.repaired, .repaired])
    #expect(try kept().map(\.path) == ["/whole"])
  }

  /// Otherwise a loss of power could leave nothing of them.
  @Test func `what is kept is put on the disk like any contents`() throws {
    let id = try provide("doc", "some text")
    let content = try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id)?.content })
    try removeAtProvider(id)
    let marked = try store.readCommitted { (reader) throws(StoreError) in
      try HousekeepingReader(reader).markedContents(after: .none, limit: 9)
    }
    #expect(marked.map(\.content) == [content])
  }

  /// What was not here cannot be restored, and what a user deletes or trashes is not the provider's doing.
  @Test func `nothing else is kept`() throws {
    try removeAtProvider(provide("dataless"))
    let trashed = try provide("trashed", "text")
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).trash(trashed, user: 0)
    }
    try removeAtProvider(trashed)
    let own = try provide("own", "text")
    try store.change(author: "test") { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(own) }
    #expect(try count() == 0)
    try store.finishHousekeeping()
    #expect(contentFiles() == 0)
  }

  @Test func `what is kept goes after a week`() throws {
    try removeAtProvider(provide("doc", "text"))
    let removed = try #require(try kept().first).removed
    func prune(days: Double) throws {
      try store.pruneRemoved(at: Timestamp(rawValue: removed.rawValue + Int64(days * 86_400) * 1_000_000_000))
      try store.finishHousekeeping()
    }
    try prune(days: 6.9)
    #expect(try count() == 1 && contentFiles() == 1)
    try prune(days: 7.1)
    #expect(try count() == 0 && contentFiles() == 0)
  }

  @Test func `what a loss of power has torn is not kept`() throws {
    for name in ["torn", "whole"] { try removeAtProvider(provide(name, "text")) }
    let content = try #require(try kept(below: "/torn").first?.content)
    #expect(truncate(store.contents.url(of: content).path, 2) == 0)
    let copy = TestDirectory(adopting: TestDirectory.unused("cut"))
    try FileManager.default.copyItem(at: temporary.directory, to: copy.url)
    let after = try ItemStore(directory: copy.url, boot: BootIdentity(uuid: UUID()), pace: .onDemand)
    let kept = try after.readCommitted { (reader) throws(StoreError) in
      try RescueReader(reader).removedDocuments(atOrBelow: "", limit: 100)
    }
    #expect(kept.map(\.path) == ["/whole"])
  }

  @Test func `the oldest goes where it is too much, and all of it where the disk is full`() throws {
    for name in ["a", "b", "c"] { try removeAtProvider(provide(name, "0123456789")) }
    try store.dropRemoved(leaving: 25)
    #expect(try kept().map(\.path) == ["/b", "/c"])
    try store.finishHousekeeping()
    _ = store.makeRoom()
    #expect(try count() == 0 && contentFiles() == 0)
  }
}
