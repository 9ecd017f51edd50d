import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// Documents of which parts are here.
@Suite struct PartialContentsTests {
  private static let size: Int64 = 1 << 20
  private let temporary: TemporaryStore
  private var store: ItemStore { temporary.store }
  private let parts: PartialContents

  init() throws {
    temporary = try TemporaryStore()
    let store = temporary.store
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
    }
    let id = try Self.apply(Self.size, to: store)
    let made = try store.contents.create()
    try #require(ftruncate(made.number, off_t(Self.size)) == 0)
    let parts = PartialContents(item: id, content: made.key, size: Self.size, version: [1])
    made.keep()
    let isTaken = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try transaction.takeRange(0..<4096, of: parts)
    }
    try #require(isTaken)
    self.parts = parts
  }

  /// Plays a provider that says what size the document has, and always the same version.
  @discardableResult private static func apply(_ size: Int64, to store: ItemStore) throws -> ItemID {
    var item = ProvidedItem(identifier: "large", parent: "root", filename: "large", kind: .file)
    (item.size, item.contentVersion) = (size, [1])
    let said = item
    return try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(said, in: .root)
    }
  }

  private func known() throws -> PartialContents? {
    try store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).partialContents(of: parts.item)
    }
  }

  private func size() throws -> Int64? {
    try store.readCommitted { (reader) throws(StoreError) in try reader.item(parts.item)?.size }
  }

  /// Otherwise no further part would fit, and the document could not be read any more.
  @Test func `another size drops the parts though the version is the same`() throws {
    try Self.apply(Self.size, to: store)
    #expect(try known() == parts)
    try Self.apply(Self.size + 5, to: store)
    #expect(try known() == nil && size() == Self.size + 5)
  }

  @Test func `another size waits until nobody has the parts open`() throws {
    var reader: Descriptor? = try store.contents.open(parts.content, flags: O_RDONLY)
    try Self.apply(Self.size + 5, to: store)
    #expect(try known() == parts && size() == Self.size)
    let isAsked = try store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).hasOutdatedParts(parts.item)
    }
    #expect(isAsked && reader.number >= 0)
    reader = nil
    try Self.apply(Self.size + 5, to: store)
    #expect(try known() == nil && size() == Self.size + 5)
  }

  /// A file with holes is no document that somebody has lost.
  @Test func `a repair knows the files with parts, and fetches what they have again`() throws {
    let copy = TestDirectory(adopting: TestDirectory.unused("salvaged"))
    try FileManager.default.copyItem(at: temporary.directory, to: copy.url)
    try Data().write(to: copy.appending("items.sqlite"))
    var options = StoreCheck.Options()
    options.repairs = true
    try StoreCheck.run(storeIn: copy.url, options) { #expect($0.state == .repaired, "\($0)") }
    let repaired = try ItemStore(directory: copy.url)
    try repaired.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.resolve("/lost+found") == nil)
      #expect(try ProvidedReader(reader).partialContents(of: parts.item) == parts)
      #expect(try ProvidedReader(reader).missing(of: parts.item, in: 0..<Self.size) == 0..<Self.size)
    }
  }
}
