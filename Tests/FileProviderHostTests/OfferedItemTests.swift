import FileProviderStore
import TestSupport
import Testing

@testable import FileProviderDomains
@testable import FileProviderHost

/// What a rule knows of an item.
@Suite struct OfferedItemTests {
  private let temporary: TemporaryStore
  private let document: ItemID

  init() throws {
    temporary = try TemporaryStore()
    document = try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      var folder = ProvidedItem(identifier: "f", parent: "root", filename: "Folder", kind: .folder)
      folder.attributes[.userInfo] = Array(#"{"a.inherited":1,"b.inherited":"far","own":true}"#.utf8)
      var item = ProvidedItem(identifier: "d", parent: "f", filename: "one.txt", kind: .file)
      (item.size, item.shared, item.contentType) = (7, true, "org.example.note")
      item.attributes = [
        .userInfo: Array(#"{"b.inherited":"near","n":1.5,"none":null}"#.utf8), .sharedByMe: Array("1".utf8),
      ]
      return try ApplyingEditor(transaction).apply(item, in: ApplyingEditor(transaction).apply(folder, in: .root))
    }
  }

  private func holds(_ condition: String) throws -> Bool {
    let id = document
    let item = try temporary.store.readCommitted { (reader) throws(StoreError) in
      guard let record = try reader.record(id) else { throw StoreError(.noSuchItem, "") }
      return try OfferedItem(record, reader)
    }
    return try ActivationRule("SUBQUERY(fileproviderItems, $i, \(condition)).@count == 1").holds(for: [item])
  }

  @Test(arguments: [
    "$i.filename == 'one.txt' AND $i.itemIdentifier == 'd' AND $i.parentItemIdentifier == 'f'",
    "$i.documentSize == 7 AND $i.typeIdentifier == $i.contentType.identifier AND $i.typeIdentifier == 'org.example.note'",
    "$i.shared == YES AND $i.isSharedByCurrentUser == YES AND $i.trashed == NO",
    "$i.downloaded == NO AND $i.isUploaded == YES AND $i.uploading == NO",
    "$i.userInfo.n == 1.5 AND $i.userInfo.none == nil AND $i.userInfo.own == nil",
    "$i.inheritedUserInfo.'a.inherited' == 1 AND $i.inheritedUserInfo.own == nil",
    "$i.inheritedUserInfo.a.inherited == 1 AND $i.inheritedUserInfo.b.inherited == 'far'",
    "$i.resolvedUserInfo.b.inherited == 'near' AND $i.resolvedUserInfo.a.inherited == 1 AND $i.resolvedUserInfo.n == nil",
    "$i.userInfo.b.inherited == 'near' AND $i.userInfo.a.inherited == nil",
    "$i.favoriteRank == nil AND $i.capabilities == 127",
    "$i.contentModificationDate > '1900' AND $i.contentModificationDate < '2300'",
  ])
  func `its properties are those that Apple's interface names`(_ condition: String) throws {
    #expect(try holds(condition))
    #expect(try !holds("NOT (\(condition))"))
  }

  @Test func `what was changed here and not told is not uploaded`() throws {
    let (store, id) = (temporary.store, document)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeExtendedAttribute("user.note", to: [1], of: id)
    }
    try store.notePendingChanges()
    #expect(try holds("$i.isUploaded == NO AND $i.uploading == NO"))
  }
}
