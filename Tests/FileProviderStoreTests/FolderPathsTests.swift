import FileProviderStore
import TestSupport
import Testing

@Suite struct FolderPathsTests {
  private static let tree: [Int64: (parent: Int64, name: String)] = [
    2000: (1, "a"), 2001: (2000, "b"), 2002: (2000, "c"), 2003: (1999, "lost"),
  ]

  private func prefix(_ number: Int64, _ paths: FolderPaths, _ asked: inout [Int64]) throws -> String? {
    try paths.prefix(of: ItemID(rawValue: number)) { (id) throws(StoreError) in
      asked.append(id.rawValue)
      if id == .root { return .start("/") }
      guard let place = Self.tree[id.rawValue] else { return nil }
      return .below(ItemID(rawValue: place.parent), FileName(unchecked: place.name))
    }
  }

  /// The place of each folder is read once, until it may have moved.
  @Test func `a folder is asked once`() throws {
    let paths = FolderPaths()
    var asked: [Int64] = []
    #expect(try prefix(2001, paths, &asked) == "/a/b/")
    #expect(try prefix(2002, paths, &asked) == "/a/c/")
    #expect(try prefix(2000, paths, &asked) == "/a/")
    #expect(try prefix(1, paths, &asked) == "/")
    #expect(asked == [2001, 2000, 1, 2002])
    paths.forgetAll()
    #expect(try prefix(2000, paths, &asked) == "/a/")
    #expect(asked == [2001, 2000, 1, 2002, 2000, 1])
  }

  /// Below a folder without a place there is no path, or one that begins as the caller says; that is read once, too.
  @Test func `a folder may be nowhere`() throws {
    var asked: [Int64] = []
    let strict = FolderPaths()
    #expect(try prefix(2003, strict, &asked) == nil)
    #expect(try prefix(1999, strict, &asked) == nil)
    #expect(asked == [2003, 1999])
    #expect(try prefix(2003, FolderPaths(nowhere: "/"), &asked) == "/lost/")
  }

  /// Items in the trash have the path that the mount shows, with and without the memory.
  @Test func `paths in the trash`() throws {
    let temporary = try TemporaryStore()
    let (folder, inner) = try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
      let folder = try TreeEditor(transaction).create(
        NewItem(parent: .root, name: FileName(unchecked: "folder"), kind: .folder, mode: 0o755, owner: 0, group: 0))
      let inner = try TreeEditor(transaction).create(
        NewItem(parent: folder.id, name: FileName(unchecked: "inner"), kind: .folder, mode: 0o755, owner: 0, group: 0))
      try TreeEditor(transaction).trash(folder.id, user: 7)
      return (folder.id, inner.id)
    }
    try temporary.store.readCommitted { (reader) throws(StoreError) in
      let paths = FolderPaths()
      #expect(try reader.path(of: folder) == "/.Trash-7/files/folder")
      #expect(try reader.path(of: inner) == "/.Trash-7/files/folder/inner")
      #expect(try paths.prefix(of: inner, reader) == "/.Trash-7/files/folder/inner/")
      #expect(try paths.prefix(of: folder, reader) == "/.Trash-7/files/folder/")
      let path = try paths.path(of: folder, named: FileName(unchecked: "folder"), in: .trash, reader)
      #expect(path == "/.Trash-7/files/folder")
    }
  }
}
