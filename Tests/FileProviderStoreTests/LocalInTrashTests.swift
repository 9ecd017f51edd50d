import CFileProviderSQLite
import TestSupport
import Testing

@testable import FileProviderStore
@testable import FileProviderSQLite

/// What stays on this machine below folders that leave the trash.
@Suite struct LocalInTrashTests {
  /// A store with folders in the provider's trash and documents in them that stay here, and others that stay elsewhere.
  private func stage(folders: Int, others: Int) throws -> (
    temporary: TemporaryStore, folders: [ItemID], stayed: [ItemID]
  ) {
    let temporary = try TemporaryStore()
    try temporary.change { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      try transaction.setFlags(.unlisted, false, of: .root)
      try transaction.changeSetting(ProvidedReader.pushAnchor, to: "0")
    }
    let ids = try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      try (0..<folders).map { (number) throws(StoreError) in
        try ApplyingEditor(transaction).apply(
          PushTablesTests.item("f\(number)", "f\(number)", kind: .folder), in: .trash)
      }
    }
    func stay(_ name: String, in folder: ItemID) throws -> ItemID {
      try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
        let name = FileName(unchecked: name)
        let id = try TreeEditor(transaction).create(
          NewItem(parent: folder, name: name, kind: .file, mode: 0o644, owner: 0, group: 0)
        ).id
        try ReplicationEditor(transaction).keepLocal(id)
        return id
      }
    }
    let stayed = try ids.map { try stay("x", in: $0) }
    for number in 0..<others { _ = try stay("\(number)", in: .root) }
    return (temporary, ids, stayed)
  }

  private func state(_ id: ItemID, in temporary: TemporaryStore) throws -> PendingRow.State? {
    try temporary.store.readCommitted { (reader) throws(StoreError) in try ProvidedReader(reader).pending(id)?.state }
  }

  private func restore(_ folders: [ItemID], in temporary: TemporaryStore) throws {
    try temporary.change { (transaction) throws(StoreError) in
      for id in folders { _ = try TreeEditor(transaction).restore(id, to: .root, name: FileName(unchecked: "\(id)")) }
    }
  }

  @Test func `local items in each of some folders are uploaded when these have left the trash`() throws {
    let (temporary, folders, stayed) = try stage(folders: 3, others: 4)
    try restore(Array(folders.prefix(2)), in: temporary)
    try temporary.store.changeAsProvider(.standard) { _ throws(StoreError) in }
    #expect(try stayed.map { try state($0, in: temporary) } == [.later, .later, .local])
  }

  /// The folder is pending for its own change then, and still is when it leaves.
  @Test
  func
    `local items in a folder that the provider never had, and that was changed in the trash, are uploaded when it has left`()
    throws
  {
    let (temporary, _, _) = try stage(folders: 0, others: 0)
    let (folder, inside) = try temporary.store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      func make(_ kind: ItemKind, in parent: ItemID) throws(StoreError) -> ItemID {
        try TreeEditor(transaction).create(
          NewItem(parent: parent, name: FileName(unchecked: "new"), kind: kind, mode: 0o755, owner: 0, group: 0)
        ).id
      }
      let folder = try make(.folder, in: .root)
      let inside = try make(.file, in: folder)
      _ = try TreeEditor(transaction).trash(folder, user: 0)
      for id in [folder, inside] { #expect(try PendingEditor(transaction).keepInTrash(id)) }
      return (folder, inside)
    }
    try temporary.change { (transaction) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.colour", to: [1], of: folder)
    }
    try temporary.store.changeAsProvider(.standard) { _ throws(StoreError) in }
    #expect(try state(folder, in: temporary) == .later && state(inside, in: temporary) == .local)
    try restore([folder], in: temporary)
    try temporary.store.changeAsProvider(.standard) { _ throws(StoreError) in }
    #expect(try state(inside, in: temporary) == .later)
  }

  /// How many steps SQLite makes to note that some folders have left the trash, in hundreds.
  private func steps(folders count: Int) throws -> Int {
    let (temporary, folders, _) = try stage(folders: 40, others: 1000)
    try restore(Array(folders.prefix(count)), in: temporary)
    return try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      let handle = transaction.reader.connection.handle
      let counter = Counter()
      sqlite3_progress_handler(
        handle, 100,
        { context in
          if let context { Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue().count += 1 }
          return 0
        }, Unmanaged.passUnretained(counter).toOpaque())
      defer { sqlite3_progress_handler(handle, 0, nil, nil) }
      _ = try PendingEditor(transaction).notePending(.standard)
      return counter.count
    }
  }

  private final class Counter { var count = 0 }

  @Test func `what stays is looked through once for all folders that leave the trash together`() throws {
    let (one, all) = (try steps(folders: 1), try steps(folders: 40))
    #expect(one > 50, "it is not counted")
    #expect(all < 5 * one, "\(one) for one, \(all) for 40")
  }
}
