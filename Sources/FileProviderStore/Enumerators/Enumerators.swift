import FileProviderSQLite

/// The root and every other folder: its children.
package final class FolderEnumerator: StoreEnumerator, @unchecked Sendable {
  package init(store: ItemStore, folder: ItemID) {
    super.init(store: store, kind: folder == .root ? .root : .folder, container: folder, scope: .children(folder))
  }
}

/// One document while it is open: no items, only its own changes.
package final class DocumentEnumerator: StoreEnumerator, @unchecked Sendable {
  package init(store: ItemStore, document: ItemID) {
    super.init(store: store, kind: .document, container: document, scope: .document(document))
  }

  package override func forEachRow(
    after key: ItemID, enteredBy pinned: Generation, reader: StoreReader,
    _ body: (borrowing ItemAttributes, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {}
}

/// The working set: its members, with their real parents.
package final class WorkingSetEnumerator: StoreEnumerator, @unchecked Sendable {
  package init(store: ItemStore) {
    super.init(store: store, kind: .workingSet, container: .none, scope: .workingSet)
  }

  package override func forEachRow(
    after key: ItemID, enteredBy pinned: Generation, reader: StoreReader,
    _ body: (borrowing ItemAttributes, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    try reader.forEachMember(after: key, enteredBy: pinned) { record, _ in
      record.name.withBytes { body(record.attributes, $0) }
    }
  }

  override func checkContainer(_ reader: StoreReader) {}
}

/// The trash: what is at its top.
package final class TrashEnumerator: StoreEnumerator, @unchecked Sendable {
  package init(store: ItemStore) {
    super.init(store: store, kind: .trash, container: .trash, scope: .children(.trash))
  }
}

/// Everything a store has, for one that is served as a provider: its working set is the whole domain.
package final class EverythingEnumerator: StoreEnumerator, @unchecked Sendable {
  package init(store: ItemStore) {
    super.init(store: store, kind: .workingSet, container: .none, scope: .everything)
  }

  private static let itemsSQL = SQLText(
    "SELECT \(StoreReader.columns) FROM items WHERE id > ? AND entered <= ? ORDER BY id")

  package override func forEachRow(
    after key: ItemID, enteredBy pinned: Generation, reader: StoreReader,
    _ body: (borrowing ItemAttributes, UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    let statement = try reader.statement(Self.itemsSQL)
    statement.bind(1, max(key, .lastFixed))
    statement.bind(2, pinned)
    defer { statement.reset() }
    while try statement.step() {
      if !body(ItemAttributes(statement), statement.bytes(StoreReader.nameColumn)) { return }
    }
  }

  override func checkContainer(_ reader: StoreReader) {}
}
