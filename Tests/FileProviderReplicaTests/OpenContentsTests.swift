import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// What a program has open is not exchanged under it.
@Suite struct OpenContentsTests {
  private static let newer = Data("another alpha\n".utf8)

  /// How a mount has a document open, after which it may be mapped and closed.
  enum Opening: CaseIterable {
    case file
    case mapping
    /// Of small contents there is no file.
    case small
    /// The document has no contents.
    case empty
  }

  /// A document that a mount has open.
  private final class Opened {
    private var file: Int32 = -1
    private var map: UnsafeMutableRawPointer?
    private var document: OpenDocument?

    init(_ id: ItemID, _ content: ContentKey?, _ opening: Opening, _ store: ItemStore) throws {
      guard let content, !content.isSmall else {
        // Another process, as it were.
        document = try ItemStore(directory: store.directory).contents.openDocuments.open(id)
        return
      }
      file = open(store.contents.url(of: content).path, O_RDWR)
      try #require(file >= 0)
      guard opening == .mapping else { return }
      map = mmap(nil, 6, PROT_READ, MAP_SHARED, file, 0)
      close(file)
      file = -1
    }

    func end() {
      document = nil
      if file >= 0 { close(file) }
      if let map { munmap(map, 6) }
    }
  }

  /// - Returns: The text that is here, beside the stage.
  private func hydrated(_ opening: Opening = .small) async throws -> (stage: ReplicaStage, text: String) {
    let text =
      switch opening {
      case .file, .mapping: String(repeating: "alpha\n", count: 1_000)
      case .small: "alpha\n"
      case .empty: ""
      }
    let stage = try await ReplicaStage(.plain)
    stage.tree.change("a") { $0.contents = Data(text.utf8) }
    try await stage.list("/")
    #expect(try await stage.read("/a") == text)
    return (stage, text)
  }

  private func opened(_ stage: ReplicaStage, _ opening: Opening = .small) throws -> Opened {
    let item = try #require(try stage.item("/a"))
    return try Opened(item.id, item.content, opening, stage.store)
  }

  @Test(arguments: Opening.allCases)
  func `contents that are open or mapped stay with their size and date until they are closed`(_ opening: Opening)
    async throws
  {
    let (stage, text) = try await hydrated(opening)
    let before = try #require(try stage.item("/a"))
    let opened = try opened(stage, opening)
    stage.tree.change("a") {
      $0.contents = Self.newer
      $0.modified = Date(timeIntervalSince1970: 2_000_000_000)
    }
    stage.tree.change("a") { $0.name = "renamed" }
    try await stage.replica.synchronize()
    let during = try #require(try stage.item("/renamed"))
    #expect(during.content == before.content && during.size == before.size && during.modified == before.modified)
    #expect(try await stage.read("/renamed") == text)
    opened.end()
    #expect(try await eventually { try stage.item("/renamed")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/renamed") == "another alpha\n")
    let after = try #require(try stage.item("/renamed"))
    #expect(after.size == Int64(Self.newer.count) && after.modified != before.modified)
    await stage.stop()
  }

  @Test func `a process that ends before the contents are closed has them replaced by the next one`() async throws {
    let (stage, _) = try await hydrated()
    let opened = try opened(stage)
    stage.tree.change("a") { $0.contents = Self.newer }
    try await stage.replica.synchronize()
    try await stage.restart()
    #expect(try await stage.read("/a") == "alpha\n")
    opened.end()
    #expect(try await eventually { try stage.item("/a")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/a") == "another alpha\n")
    await stage.stop()
  }

  @Test func `a name given here reaches the provider while the contents wait for a reader`() async throws {
    let (stage, _) = try await hydrated()
    let opened = try opened(stage)
    stage.tree.change("a") { $0.contents = Self.newer }
    try await stage.replica.synchronize()
    let id = try stage.id("/a")
    try stage.store.change(author: "test") { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).move(id, to: .root, name: FileName("mine"))
    }
    #expect(try await eventually { stage.tree["a"]?.name == "mine" })
    #expect(try await stage.read("/mine") == "alpha\n")
    opened.end()
    #expect(try await eventually { try stage.item("/mine")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/mine") == "another alpha\n")
    await stage.stop()
  }

  /// Permissions of others than the owner stay here, so nothing is sent, and the provider is still to be asked.
  @Test func `other contents come although only permissions were changed while a reader had the former open`()
    async throws
  {
    let (stage, _) = try await hydrated()
    let opened = try opened(stage)
    stage.tree.change("a") { $0.contents = Self.newer }
    try await stage.replica.synchronize()
    try stage.change("/a") { (transaction, id) throws(StoreError) in
      var changes = AttributeChanges()
      changes.mode = 0o664
      try transaction.setAttributes(changes, of: id)
    }
    try await Task.sleep(for: .milliseconds(300))
    opened.end()
    #expect(try await eventually { try stage.item("/a")?.flags.contains(.dataless) == true })
    #expect(try await stage.read("/a") == "another alpha\n")
    await stage.stop()
  }

  /// It would write what it has made of ours over what it has not seen.
  @Test func `an answer with another version waits until no program has open what was sent`() async throws {
    let stage = try await ReplicaStage(.otherVersionBack)
    try await stage.list("/")
    #expect(try await stage.read("/a") == "alpha\n")
    let opened = try opened(stage)
    stage.tree.change("a") { $0.contents = Self.newer }
    try stage.write("/a", "ours")
    let id = try stage.id("/a")
    let hasAnswered = try await eventually {
      try stage.store.readCommitted { (reader) throws(StoreError) in
        try ProvidedReader(reader).pending(id)?.options.contains(.waitsForReaders) == true
      }
    }
    #expect(hasAnswered)
    #expect(try await stage.read("/a") == "ours")
    #expect(try stage.names("/") == ["a", "empty", "folder", "link"])
    opened.end()
    #expect(try await eventually { try stage.names("/").count == 5 })
    #expect(try await stage.read("/a") == "another alpha\n")
    let copy = try #require(try stage.names("/").first { $0.hasPrefix("a (conflict ") })
    #expect(try await stage.push())
    #expect(stage.providedText("/" + copy) == "ours")
    await stage.stop()
  }
}
