@testable import FileProviderStore
import TestSupport
import Testing

/// What an item has from the moment on at which a provider first reports it.
@Suite struct NewProvidedItemTests {
  @Test func `an item of which nothing else is reported has its decorations from the beginning`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
    }
    var item = ProvidedItem(identifier: "a", parent: "root", filename: "a", kind: .file)
    item.attributes[.decorations] = Array("org.example.busy".utf8)
    let said = item
    let id = try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ApplyingEditor(transaction).apply(said, in: .root)
    }
    #expect(
      try store.readCommitted { (reader) throws(StoreError) in try reader.providerAttribute(.decorations, of: id) }
        == item.attributes[.decorations])
  }
}
