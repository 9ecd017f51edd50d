import Foundation
import Glibc
import TestSupport
import Testing

@testable import FileProviderStore

/// Saves by rename that were uploaded, and which the power took back.
@Suite struct ReplacedAgainTests {
  /// A document of the provider's in a folder, with contents that were written here, and a new one beside it.
  private final class Stage {
    let temporary: TemporaryStore
    let folder: ItemID
    let old: ItemID
    let new: ItemID

    init() throws {
      let temporary = try TemporaryStore()
      self.temporary = temporary
      try temporary.change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
        try transaction.setFlags(.unlisted, false, of: .root)
      }
      let (folder, old) = try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
        let folder = try ApplyingEditor(transaction).apply(PushTablesTests.item("f", "f", kind: .folder), in: .root)
        try transaction.setFlags(.unlisted, false, of: folder)
        return (folder, try ApplyingEditor(transaction).apply(PushTablesTests.item("a", "a"), in: folder))
      }
      (self.folder, self.old) = (folder, old)
      let keys = try ["ours", "saved"].map { text in
        let made = try temporary.store.contents.create()
        let key = made.key
        #expect(Glibc.write(made.number, text, text.utf8.count) == text.utf8.count)
        made.keep()
        return key
      }
      new = try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
        try transaction.setContents(keys[0], size: 4, modified: .now, of: old)
        var new = NewItem(
          parent: folder, name: FileName(unchecked: "b"), kind: .file, mode: 0o644, owner: 0, group: 0)
        (new.content, new.size) = (keys[1], 5)
        return try TreeEditor(transaction).create(new).id
      }
      try temporary.change(author: ChangeAuthor.replica) { (transaction) throws(StoreError) in
        while try !PendingEditor(transaction).notePending(PendingTests.pace) {}
      }
    }

    /// - Returns: Whether the new one is in the place of the old one.
    func replaceAgain() throws -> Bool {
      try temporary.store.change(author: ChangeAuthor.remote) { [old, new] (transaction) throws(StoreError) in
        guard let record = try transaction.reader.record(new) else { return false }
        let creation = SentCreation(record, in: "f", target: nil)
        return try PushEditor(transaction).replaceAgain(old, by: creation, record.attributes.lastChange) != nil
      }
    }

    func names() throws -> [String] {
      var names: [String] = []
      try temporary.store.readCommitted { (reader) throws(StoreError) in
        try reader.forEachChild(of: folder, after: .none) { _, name in
          names.append(String(decoding: name, as: UTF8.self))
          return true
        }
      }
      return names.sorted()
    }
  }

  @Test func `what was written here since is copied`() throws {
    let stage = try Stage()
    #expect(try stage.replaceAgain())
    let names = try stage.names()
    #expect(names.count == 2 && names[0] == "a" && names[1].hasPrefix("a (conflict "), "\(names)")
  }

  /// As of one that is made again there.
  @Test func `nothing is copied where the folder is not at the provider`() throws {
    let stage = try Stage()
    try stage.temporary.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).forgetProvided(stage.folder)
    }
    #expect(try !stage.replaceAgain())
    #expect(try stage.names() == ["a", "b"])
    try stage.temporary.store.readCommitted { (reader) throws(StoreError) in
      #expect(try reader.item(stage.old)?.flags.contains(.dataless) == false)
      #expect(try ProvidedReader(reader).pending(stage.old)?.dirty.contains(.contents) == true)
    }
  }
}
