import FileProviderSync
import Foundation
import TestSupport
import Testing

@testable import FileProviderStore

/// Providers that name their items by path: what is in a folder that has got another identifier is listed again, and is the same as before.
@Suite struct RenumberingTests {
  private static let program = "org.example.program"

  private static func item(_ identifier: String, in parent: String, _ kind: ItemKind = .file) -> ProvidedItem {
    let name = identifier.split(separator: "/").last.map { String($0) } ?? identifier
    return ProvidedItem(identifier: identifier, parent: parent, filename: name, kind: kind)
  }

  private struct Stage {
    let store: TemporaryStore
    var folder = ItemID.none
  }

  /// A provider's folder `/f`, listed to its end.
  private func stage() throws -> Stage {
    var stage = Stage(store: try TemporaryStore())
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: false)
      stage.folder = try ApplyingEditor(transaction).apply(Self.item("/f", in: "root", .folder), in: .root)
      for folder in [.root, stage.folder] {
        try ReplicationEditor(transaction).beginListing(of: folder)
        try ReplicationEditor(transaction).finishListing(of: folder, since: transaction.generation)
      }
    }
    return stage
  }

  /// The folder has the identifier `/g` from now on.
  private func renumber(_ folder: ItemID, _ transaction: Transaction) throws(StoreError) {
    guard var row = try ProvidedReader(transaction.reader).provided(folder) else { return }
    row.identifier = "/g"
    try ReplicationEditor(transaction).write(row)
    try ApplyingEditor(transaction).renumber(folder)
  }

  @Test func `a pass that was under way does not end a listing that is expected since`() throws {
    let stage = try stage()
    let folder = stage.folder
    for cause in 0..<3 {
      try stage.store.change { (transaction) throws(StoreError) in
        try ReplicationEditor(transaction).beginListing(of: folder)
        let began = transaction.generation
        switch cause {
        case 0: try ReplicationEditor(transaction).expireListing(of: folder)
        case 1: try ReplicationEditor(transaction).expireAllListings()
        default: try renumber(folder, transaction)
        }
        try ReplicationEditor(transaction).storePage(Data([1]), of: folder, since: began, asked: .zero)
        #expect(try ReplicationReader(transaction.reader).listing(of: folder)?.page == nil)
        try ReplicationEditor(transaction).finishListing(of: folder, since: began)
        #expect(try ReplicationReader(transaction.reader).listing(of: folder)?.isComplete == false)
      }
    }
    try stage.store.change { (transaction) throws(StoreError) in
      #expect(try ReplicationReader(transaction.reader).isRenumbered(folder))
      try ReplicationEditor(transaction).beginListing(of: folder)
      try ReplicationEditor(transaction).finishListing(of: folder, since: transaction.generation)
      #expect(try ReplicationReader(transaction.reader).listing(of: folder)?.isComplete == true)
      #expect(try !ReplicationReader(transaction.reader).isRenumbered(folder))
    }
  }

  @Test func `a folder that is listed for the first time is begun anew under another identifier`() throws {
    let stage = try stage()
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let folder = try ApplyingEditor(transaction).apply(Self.item("/e", in: "root", .folder), in: .root)
      try ReplicationEditor(transaction).beginListing(of: folder)
      let began = transaction.generation
      try ReplicationEditor(transaction).storePage(Data([1]), of: folder, since: began, asked: .zero)
      #expect(try ReplicationReader(transaction.reader).listing(of: folder)?.page != nil)
      try renumber(folder, transaction)
      #expect(try ReplicationReader(transaction.reader).listing(of: folder)?.page == nil)
      // The pass that was under way is too late.
      try ReplicationEditor(transaction).storePage(Data([2]), of: folder, since: began, asked: .zero)
      #expect(try ReplicationReader(transaction.reader).listing(of: folder)?.page == nil)
    }
  }

  @Test func `an item whose name another one has here is the same under another identifier`() throws {
    let stage = try stage()
    try stage.store.change(author: Self.program) { (transaction) throws(StoreError) in
      _ = try TreeEditor(transaction).create(
        NewItem(
          parent: stage.folder, name: FileName(unchecked: "n"), kind: .symlink, mode: 0o777, owner: 0, group: 0))
    }
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let id = try ApplyingEditor(transaction).apply(Self.item("/f/n", in: "/f"), in: stage.folder)
      #expect(try transaction.reader.record(id)?.name == FileName(unchecked: "n (2)"))
      try renumber(stage.folder, transaction)
      #expect(try ApplyingEditor(transaction).apply(Self.item("/g/n", in: "/g"), in: stage.folder) == id)
      #expect(try ProvidedReader(transaction.reader).provided(id)?.identifier == "/g/n")
    }
  }

  @Test func `an item that is only to be asked for is the same under another identifier`() throws {
    let stage = try stage()
    var id = ItemID.none
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      id = try ApplyingEditor(transaction).apply(Self.item("/f/n", in: "/f"), in: stage.folder)
      try ReplicationEditor(transaction).ask(for: id)
    }
    // What changes here of it later does not show where it was.
    try stage.store.change(author: Self.program) { (transaction) throws(StoreError) in
      try TreeEditor(transaction).move(id, to: stage.folder, name: FileName(unchecked: "m"), mode: .failing)
    }
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      #expect(try ProvidedReader(transaction.reader).pending(id)?.oldName == FileName(unchecked: "n"))
      try renumber(stage.folder, transaction)
      #expect(try ApplyingEditor(transaction).apply(Self.item("/g/n", in: "/g"), in: stage.folder) == id)
    }
  }

  @Test func `what may have been made in a folder is below all folders that it is in at the provider`() throws {
    let stage = try stage()
    var (inner, id) = (ItemID.none, ItemID.none)
    try stage.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      inner = try ApplyingEditor(transaction).apply(Self.item("/f/inner", in: "/f", .folder), in: stage.folder)
      try ReplicationEditor(transaction).beginListing(of: inner)
      try ReplicationEditor(transaction).finishListing(of: inner, since: transaction.generation)
    }
    try stage.store.change(author: Self.program) { (transaction) throws(StoreError) in
      id = try TreeEditor(transaction).create(
        NewItem(parent: inner, name: FileName(unchecked: "n"), kind: .symlink, mode: 0o777, owner: 0, group: 0)
      ).id
      try PendingEditor(transaction).note(.pushable, of: id, at: transaction.generation, 0, .standard)
      let call = try PushEditor(transaction).beginCall(.create, of: id, fields: .pushable)
      try PushEditor(transaction).endCall(call, mayHaveHappened: true) { _ in }
      // Wherever it is here by now.
      try TreeEditor(transaction).move(id, to: .root, name: FileName(unchecked: "n"), mode: .failing)
      for folder in [inner, stage.folder] {
        #expect(try ReplicationReader(transaction.reader).isAnythingCreated(below: folder))
      }
      #expect(try !ReplicationReader(transaction.reader).isAnythingCreated(below: id))
      try PushEditor(transaction).endCreationThatFailed(of: id)
      for folder in [inner, stage.folder] {
        #expect(try !ReplicationReader(transaction.reader).isAnythingCreated(below: folder))
      }
    }
  }
}
