import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import Logging
import TestSupport
import Testing

/// A store served as a provider, and a replica of it in another store: from end to end without a network.
@Suite struct StoreReplicaTests {
  @Test
  func `a replica of a store follows it`() async throws {
    let directory = try TestDirectory("pair")
    let origin = try ItemStore(directory: directory.appending("origin"))
    let copy = try ItemStore(directory: directory.appending("copy"))
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "pair")
    let replica = Replica(
      store: copy, extension: StoreProvider(store: origin), domain: domain, logger: Logger(label: "test"),
      limits: .quick)
    let (folder, document) = try origin.change(author: "test") { (transaction) throws(StoreError) in
      let folder = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName("folder"), kind: .folder, mode: 0o755, owner: 1, group: 1)
      ).id
      var document = ItemID.none
      for number in 0..<1200 {
        let name = try FileName("f\(number)")
        document = try TreeEditor(transaction).create(
          NewItem(parent: folder, name: name, kind: .file, mode: 0o640, owner: 1, group: 1)
        ).id
      }
      return (folder, document)
    }
    try await replica.start()
    #expect(try await replica.synchronize(listsEverything: true).isComplete)
    #expect(try tree(copy) == tree(origin))
    let made = try origin.contents.create()
    let key = made.key
    try FileHandle(fileDescriptor: made.number).write(contentsOf: Data("text".utf8))
    made.keep()
    try origin.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.setContents(key, size: 4, of: document)
      try TreeEditor(transaction).move(document, to: .root, name: try FileName("moved"))
      try TreeEditor(transaction).changeMembership(of: document) { $0.tags = Array("red".utf8) }
      _ = try TreeEditor(transaction).trash(folder, user: 1)
    }
    try await replica.synchronize()
    #expect(try tree(copy) == tree(origin))
    let here = try #require(try copy.readCommitted { (reader) throws(StoreError) in try reader.resolve("/moved") })
    #expect(here.flags.contains(.member))
    try await replica.load(.contents(here.id))
    let content = try #require(
      try copy.readCommitted { (reader) throws(StoreError) in try reader.item(here.id)?.content })
    #expect(try copy.data(of: content) == Data("text".utf8))
    await replica.stop()
  }

  /// Paths with kinds and sizes; what is in the trash goes by its name there.
  private func tree(_ store: ItemStore) throws -> Set<String> {
    try store.readCommitted { (reader) throws(StoreError) in
      var paths: Set<String> = []
      var folders = [(ItemID.root, ""), (ItemID.trash, "trash:")]
      while let (folder, path) = folders.popLast() {
        try reader.forEachChild(of: folder, after: .none) { item, name in
          let child = path + "/" + String(decoding: name, as: UTF8.self)
          paths.insert("\(child) \(item.kind.word) \(item.isFolder ? 0 : item.size)")
          if item.isFolder { folders.append((item.id, child)) }
          return true
        }
      }
      return paths
    }
  }
}
