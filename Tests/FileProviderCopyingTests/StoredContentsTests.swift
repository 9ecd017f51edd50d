@testable import FileProviderDomains
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

/// The contents that commands read.
@Suite struct StoredContentsTests {
  /// A document gets other contents, or these move into the database, after a command has read its row: the command reads what is there now. What is gone
  /// is an error.
  @Test func `contents that have moved are found`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let id = try temporary.createDocument("document", "text")
    let item = try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.item(id) })
    let bytes = Array("text".utf8)
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.setContents(transaction.addSmall(bytes), size: 4, of: id)
    }
    try store.finishHousekeeping()
    let provided = ProvidedItems(try DomainName("test"), store)
    var found: [UInt8]?
    if let file = try StoredContents.open(item, "/document", store, provided) {
      found = try WholeFile.read(file.number, about: 4, atMost: 10)
    }
    #expect(found == bytes)
    try temporary.change { (transaction) throws(StoreError) in try TreeEditor(transaction).delete(id) }
    #expect(throws: (any Error).self) { _ = try StoredContents.open(item, "/document", store, provided) }
  }
}
