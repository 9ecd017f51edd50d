import FileProvider
import FileProviderStore
import Foundation
import Glibc
import TestSupport
import Testing

/// Contents that the provider has are dropped, and no others.
@Suite struct EvictionTests {
  private let temporary: TemporaryStore
  private var store: ItemStore { temporary.store }

  init() throws {
    temporary = try TemporaryStore()
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
    }
  }

  /// A document that came from the provider.
  private func provide(
    _ name: String, _ text: String = "text", in parent: ItemID = .root,
    _ capabilities: NSFileProviderItemCapabilities = [.allowsAll, .allowsEvicting]
  ) throws -> ItemID {
    var item = ProvidedItem(identifier: "id of " + name, parent: "root", filename: name, kind: .file)
    (item.size, item.contentVersion, item.capabilities) = (Int64(text.utf8.count), [1], capabilities.rawValue)
    let said = item
    let id = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(said, in: parent)
    }
    try hydrate(id, text)
    return id
  }

  private func hydrate(_ id: ItemID, _ text: String = "text", isSmall: Bool = false) throws {
    if isSmall {
      let isTaken = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try ApplyingEditor(transaction).takeContents(
          .small(Array(text.utf8)), size: Int64(text.utf8.count), nil, of: id)
      }
      return #expect(isTaken)
    }
    let made = try store.contents.create()
    let key = made.key
    _ = Glibc.write(made.number, text, text.utf8.count)
    made.keep()
    let isTaken = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).takeContents(.file(key), size: Int64(text.utf8.count), nil, of: id)
    }
    #expect(isTaken)
  }

  private func item(_ id: ItemID) throws -> ItemAttributes {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) }
    return try #require(item)
  }

  private func code(_ id: ItemID) -> StoreError.Code? {
    do {
      try store.evict(id)
      return nil
    } catch { return error.code }
  }

  @Test func `contents that the provider has yet to upload stay, until it says that it has`() throws {
    var item = ProvidedItem(identifier: "id of a", parent: "root", filename: "a", kind: .file)
    (item.size, item.contentVersion, item.capabilities) = (4, [1], 127)
    let plain = item
    let id = try provide("a")
    for (said, isKept) in [
      (#"{"isUploaded":false}"#, true), (#"{"isUploaded":false,"isUploading":true}"#, true),
      (#"{"uploadingError":"full"}"#, false), ("no object", false), (#"{"isUploaded":"no"}"#, false),
    ] {
      item.attributes = [.transfer: Array(said.utf8)]
      let telling = item
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        _ = try ApplyingEditor(transaction).apply(telling, in: .root)
      }
      if try self.item(id).flags.contains(.dataless) { try hydrate(id) }
      #expect(code(id) == (isKept ? .notEvictable : nil), "\(said)")
    }
    item.attributes = [.transfer: Array(#"{"isUploaded":false}"#.utf8)]
    for state in [item, plain] {
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        _ = try ApplyingEditor(transaction).apply(state, in: .root)
      }
    }
    if try self.item(id).flags.contains(.dataless) { try hydrate(id) }
    #expect(code(id) == nil)
  }

  /// A dropped document looks as before, and readers of the log are told nothing.
  @Test func `contents are dropped`() throws {
    let id = try provide("file")
    let before = try item(id)
    let content = try #require(before.content)
    #expect(try store.evict(id) > 0)
    let after = try item(id)
    #expect(after.flags.contains(.dataless) && after.content == nil)
    #expect(after.size == 4 && after.modified == before.modified && after.lastChange == before.lastChange)
    _ = try store.removeDiscarded()
    #expect(store.contents.size(of: content) == nil)
    #expect(try store.evict(id) == 0)
    try hydrate(id)
    #expect(try !item(id).flags.contains(.dataless))
  }

  /// Whoever has the contents open keeps them: for reading, for writing, or as a mapping.
  @Test(arguments: [O_RDONLY, O_RDWR, -1]) func `what is open stays`(flags: Int32) throws {
    let id = try provide("file")
    let content = try #require(try item(id).content)
    let file = open(store.contents.url(of: content).path, flags < 0 ? O_RDWR : flags)
    var map: UnsafeMutableRawPointer?
    if flags < 0 {
      map = mmap(nil, 4, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
      close(file)
    }
    #expect(code(id) == .notEvictable)
    #expect(try item(id).content == content)
    if let map { munmap(map, 4) } else { close(file) }
    #expect(code(id) == nil)
  }

  /// Small contents have no file that could be open: the mount says that it has the document.
  @Test func `small contents that are open stay`() throws {
    let id = try provide("file")
    #expect(code(id) == nil)
    try hydrate(id, isSmall: true)
    let content = try #require(try item(id).content)
    #expect(content.isSmall)
    let mount = try ItemStore(directory: temporary.directory)
    var first = try mount.contents.openDocuments.open(id)
    var second = try mount.contents.openDocuments.open(id)
    #expect(first != nil && second != nil)
    first = nil
    #expect(code(id) == .notEvictable)
    #expect(try item(id).content == content)
    second = nil
    #expect(try store.evict(id) > 0)
    #expect(try item(id).flags.contains(.dataless) && item(id).size == 4)
  }

  /// Whoever opens a document while a transaction drops its contents is told so, and finds them gone afterwards.
  @Test func `nobody opens small contents that are being dropped`() throws {
    let id = try provide("file")
    #expect(code(id) == nil)
    try hydrate(id, isSmall: true)
    let mount = try ItemStore(directory: temporary.directory)
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let isOpen = try transaction.areContentsOpen(of: id)
      let opened = try mount.contents.openDocuments.open(id)
      #expect(!isOpen && opened == nil)
    }
    #expect(try mount.contents.openDocuments.open(id) != nil)
  }

  /// Who opens contents while they are looked at waits, and is not killed by the signal that tells so; then there are none.
  @Test func `an opening waits for the commit`() throws {
    let ids = try (0..<20).map { try provide("file \($0)") }
    let paths = try ids.map { store.contents.url(of: try #require(try item($0).content)).path }
    let end = DispatchGroup()
    for path in paths {
      DispatchQueue.global().async(group: end) {
        for _ in 0..<200 {
          let file = open(path, O_RDONLY)
          if file >= 0 { close(file) }
        }
      }
    }
    for id in ids { while code(id) == .notEvictable {} }
    end.wait()
    for id in ids { #expect(try item(id).flags.contains(.dataless)) }
  }

  /// What the provider does not have yet stays: contents that changed here, and documents that were made here.
  @Test func `what waits for the provider stays`() throws {
    let changed = try provide("changed")
    let other = try store.contents.create()
    let key = other.key
    other.keep()
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 0, of: changed)
    }
    let made = try temporary.createDocument("made", "text")
    #expect(code(changed) == .notEvictable)
    #expect(code(made) == .notEvictable)
    // A name that waits is no reason.
    let renamed = try provide("renamed")
    let name = try FileName("other")
    try temporary.change { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).move(renamed, to: .root, name: name)
    }
    #expect(code(renamed) == nil)
  }

  /// A document that somebody writes stays, though what was written is not committed yet.
  @Test func `what is being written stays`() throws {
    let id = try provide("file")
    try temporary.change { (transaction) throws(StoreError) in try transaction.markChange(of: id, session: "a mount") }
    #expect(code(id) == .notEvictable)
  }

  /// A pin holds for all that is below.
  @Test func `what is pinned stays`() throws {
    let folder = try temporary.create("folder", kind: .folder)
    let inner = try temporary.create("inner", in: folder, kind: .folder)
    let (own, below) = (try provide("own"), try provide("below", in: inner))
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: own) { $0.pinned = true }
      try TreeEditor(transaction).changeMembership(of: folder) { $0.pinned = true }
    }
    #expect(code(own) == .notEvictable && code(below) == .notEvictable)
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: folder) { $0.pinned = false }
    }
    #expect(code(below) == nil)
  }

  /// The root's pin holds for everything. Who is refused is told whose pin it is, and how to end it.
  @Test func `a pin of the root holds for what is below, also against the budget`() throws {
    let folder = try temporary.create("folder", kind: .folder)
    let below = try provide("below", in: folder)
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: .root) { $0.pinned = true }
    }
    let refusal = #expect(throws: StoreError.self) { try store.evict(below) }
    #expect(refusal?.code == .notEvictable && refusal?.message == "“/” is pinned; “pin --remove /” unpins it")
    #expect(try CacheLimiter(store, limit: 1).enforce() == 0)
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: .root) { $0.pinned = false }
    }
    #expect(code(below) == nil)
  }

  /// Nobody says a policy, and the capability that policies have taken the place of is not there either, as of most extensions.
  @Test func `contents of which the provider says nothing are dropped`() throws {
    #expect(code(try provide("file", in: .root, .allowsAll)) == nil)
    let id = try provide("other", in: .root, .allowsAll)
    #expect(try CacheLimiter(store, limit: 1).enforce() > 0)
    #expect(try item(id).content == nil)
  }

  @Test func `what the provider wants kept stays`() throws {
    let id = try provide("file")
    for (policy, expected) in [
      (NSFileProviderContentPolicy.downloadEagerlyAndKeepDownloaded, StoreError.Code.notPermitted),
      (.downloadLazily, nil),
    ] {
      try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).noteContentPolicy(policy, of: .root)
      }
      #expect(code(id) == expected)
    }
  }

  /// A budget drops what was opened longest ago, and goes round what may not go.
  @Test func `a budget is kept`() throws {
    let text = String(repeating: "x", count: 10_000)
    let ids = try (0..<6).map { try provide("file \($0)", text) }
    for (index, id) in ids.enumerated() {
      let path = store.contents.url(of: try #require(try item(id).content)).path
      let used = time(nil) - 10_000 * [3, 5, 1, 6, 2, 4][index]
      var times = [timespec(tv_sec: used, tv_nsec: 0), timespec(tv_sec: used, tv_nsec: 0)]
      #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }
    try temporary.change { (transaction) throws(StoreError) in
      try TreeEditor(transaction).changeMembership(of: ids[1]) { $0.pinned = true }
    }
    let limiter = try CacheLimiter(store)
    #expect(try limiter.enforce() == 0)
    let room = try ids.reduce(0) { $0 + (store.contents.blocks(of: try #require(try item($1).content)) ?? 0) * 512 }
    try temporary.change { (transaction) throws(StoreError) in try EvictionEditor(transaction).setCacheLimit(room / 2) }
    #expect(try limiter.enforce() == room / 2)
    // The pinned one stays though only one was opened longer ago; used last were 2, 4 and 0.
    #expect(try ids.map { try item($0).content != nil } == [false, true, true, false, true, false])
    #expect(try limiter.enforce() == 0)
  }

  /// Nobody notes when small contents are opened.
  @Test func `a budget drops small contents in the order in which they came`() throws {
    let ids = try (0..<4).map { try provide("file \($0)") }
    for id in ids { #expect(code(id) == nil) }
    for index in [2, 0, 3, 1] { try hydrate(ids[index], isSmall: true) }
    #expect(try CacheLimiter(store, limit: 8_192).enforce() == 8_192)
    #expect(try ids.map { try item($0).content != nil } == [false, true, false, true])
  }

  /// Documents that were opened while the clock was a year ahead are not kept for that year.
  @Test func `what was opened before the clock was set back is dropped in its turn`() throws {
    let text = String(repeating: "x", count: 10_000)
    let ids = try (0..<2).map { try provide("file \($0)", text) }
    let paths = try ids.map { store.contents.url(of: try #require(try item($0).content)).path }
    func open(_ path: String, at seconds: Int) {
      let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0x3fff_fffe)]
      #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
    }
    let start = time(nil)
    open(paths[0], at: start + 365 * 86_400)
    open(paths[1], at: start - 100)
    let limiter = try CacheLimiter(store, limit: 1 << 30)
    #expect(try limiter.enforce() == 0)
    var status = stat()
    #expect(stat(paths[0], &status) == 0 && (start - 1...time(nil)).contains(status.st_atim.tv_sec))
    // From now on its age counts.
    open(paths[0], at: start - 200)
    #expect(try CacheLimiter(store, limit: 12_288).enforce() > 0)
    #expect(try ids.map { try item($0).content != nil } == [false, true])
    // Opening notes it, too.
    open(paths[1], at: start + 365 * 86_400)
    let file = try #require(FileHandle(forReadingAtPath: paths[1]))
    store.contents.noteUse(of: file.fileDescriptor)
    #expect(stat(paths[1], &status) == 0 && status.st_atim.tv_sec <= time(nil))
  }
}
