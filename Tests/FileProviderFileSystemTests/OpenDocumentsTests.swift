import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFileSystem

/// The process of a domain's provider knows what programs have open in a mount, wherever the contents are.
@Suite struct OpenDocumentsTests {
  private let stage: ProvidedStage
  /// The store in the provider's process.
  private let other: ItemStore

  init() throws {
    stage = try ProvidedStage()
    other = try ItemStore(directory: stage.store.directory)
  }

  private func isOpen(_ id: ItemID) throws -> Bool {
    try other.change(author: "remote") { (transaction) throws(StoreError) in try transaction.areContentsOpen(of: id) }
  }

  private func document(_ name: String) throws -> ItemID { try #require(try stage.fixture.inode(name).item) }

  @Test func `small contents lie in the database, and are known to be open until the last program closes them`() throws
  {
    let fixture = stage.fixture
    try fixture.makeFile("doc", "text")
    let id = try document("doc")
    #expect(try fixture.content("doc")?.isSmall == true)
    #expect(try !isOpen(id))
    let reader = try fixture.open("doc", O_RDONLY)
    let writer = try fixture.open("doc", O_RDWR)
    #expect(try isOpen(id))
    try fixture.close(reader)
    #expect(try isOpen(id))
    try fixture.close(writer)
    #expect(try !isOpen(id))
  }

  /// A program may give a document that it has opened in a file small contents, and a new one has none at first.
  @Test func `a document is known to be open whatever becomes of its contents`() throws {
    let fixture = stage.fixture
    try fixture.makeFile("large", String(repeating: "x", count: 10_000))
    let id = try document("large")
    #expect(try fixture.content("large")?.isSmall == false)
    let handle = try fixture.open("large", O_RDWR | O_TRUNC)
    #expect(try fixture.content("large") == nil)
    #expect(try isOpen(id))
    try fixture.writeAtOnce("small", to: handle)
    #expect(try fixture.content("large")?.isSmall == true)
    #expect(try isOpen(id))
    try fixture.close(handle)
    #expect(try !isOpen(id))
    let (inode, created) = try fixture.create("new")
    let new = try #require(inode.item)
    #expect(try isOpen(new))
    try fixture.close(created)
    #expect(try !isOpen(new))
  }

  /// The provider's process has found that nobody has the document open, and is about to take the contents away.
  @Test func `who opens a document while its contents are replaced gets the new ones`() throws {
    let fixture = stage.fixture
    try fixture.makeFile("doc", "old")
    let id = try document("doc")
    let isClaimed = Monitor(false)
    let end = DispatchGroup()
    let wasOpen = Mutex<Bool?>(nil)
    DispatchQueue.global().async(group: end) { [other] in
      _ = try? other.change(author: "remote") { (transaction) throws(StoreError) in
        let isOpen = try transaction.areContentsOpen(of: id)
        wasOpen.withLock { $0 = isOpen }
        isClaimed.withLock { $0 = true }
        usleep(100_000)
        let key = try transaction.addSmall(Array("newer".utf8))
        try transaction.setContents(key, size: 5, of: id)
      }
    }
    _ = isClaimed.wait(until: .after(.seconds(30))) { $0 ? true : nil }
    let handle = try fixture.open("doc", O_RDONLY)
    #expect(try fixture.read(handle) == "newer")
    end.wait()
    #expect(wasOpen.withLock { $0 } == false)
    try fixture.close(handle)
  }
}
