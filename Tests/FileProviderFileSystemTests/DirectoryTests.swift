import FileProviderStore
import Testing

@testable import FileProviderFileSystem

@Suite struct DirectoryTests {
  /// Whatever the size of the kernel's buffer, each entry comes once, `.` and `..` first.
  @Test(arguments: [1, 2, 3, 100])
  func `a listing is the same in any page size`(_ size: Int) throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let names = (0..<20).map { "entry-\($0)" }
    for name in names { try fixture.makeFolder(name, in: folder) }
    #expect(try fixture.list(folder, inStepsOf: size) == [".", ".."] + names)
  }

  /// So does the root with what it has beside its items, and each of the views.
  @Test(arguments: [1, 2, 3, 100])
  func `what is no item is listed in any page size`(_ size: Int) throws {
    let fixture = try FileSystemFixture(options: { $0.showsControlFolder = true })
    for name in ["a", "b", "c"] { try fixture.makeFolder(name) }
    #expect(try fixture.list(.root, inStepsOf: size) == [".", "..", ".fileprovider", "a", "b", "c"])
    let views = ["recents", "favorites", "tags", "shared", "recently-deleted", "trashed"]
    #expect(try fixture.list(fixture.inode(".fileprovider/working-set"), inStepsOf: size) == [".", ".."] + views)
  }

  /// An entry that is there throughout comes exactly once, whatever is removed and added meanwhile.
  @Test func `a listing survives change`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    for index in 0..<10 { try fixture.makeFile("f\(index)", "", in: folder) }
    let (handle, _) = try fixture.fileSystem.openDirectory(folder, fixture.context)
    var names: [String] = []
    var offset = ListingOffset.start
    for round in 0..<40 {
      var taken = false
      try fixture.fileSystem.readDirectory(handle, from: offset, withAttributes: false, fixture.context) {
        _, name, next in
        guard !taken else { return false }
        taken = true
        offset = next
        names.append(String(decoding: name, as: UTF8.self))
        return true
      }
      if !taken { break }
      if round == 3 {
        try fixture.unlink("f1", in: folder)
        try fixture.unlink("f5", in: folder)
        try fixture.makeFile("late", "", in: folder)
        try fixture.rename("f7", to: "f7-renamed", in: folder)
      }
    }
    for index in [0, 2, 3, 4, 6, 8, 9] { #expect(names.filter { $0 == "f\(index)" }.count == 1) }
    #expect(names.filter { $0.hasPrefix("f7") }.count == 1)
  }

  /// An open directory is a live enumerator, a closed one is not.
  @Test func `a directory handle owns an enumerator`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let (first, _) = try fixture.fileSystem.openDirectory(.root, fixture.context)
    let (second, _) = try fixture.fileSystem.openDirectory(folder, fixture.context)
    #expect(fixture.store.liveEnumerators[.root] == 1)
    #expect(fixture.store.liveEnumerators[.folder] == 1)
    fixture.fileSystem.releaseDirectory(first)
    fixture.fileSystem.releaseDirectory(second)
    #expect(fixture.store.liveEnumerators.values.allSatisfy { $0 == 0 })
  }

  /// `.` and `..` are found by name, for programs that come by a file handle.
  @Test func `dots are found`() throws {
    let fixture = try FileSystemFixture()
    let outer = try fixture.makeFolder("outer")
    let inner = try fixture.makeFolder("inner", in: outer)
    #expect(try fixture.lookup(".", in: inner)?.inode == inner)
    #expect(try fixture.lookup("..", in: inner)?.inode == outer)
    #expect(try fixture.lookup("..", in: .root)?.inode == .root)
  }

  /// A folder that is gone is opened, as the kernel asks for nothing it does not know, and fails when it is read.
  @Test func `a folder that is gone is not read`() throws {
    let fixture = try FileSystemFixture()
    let gone = InodeNumber(rawValue: 1 << 30)
    let (handle, _) = try fixture.fileSystem.openDirectory(gone, fixture.context)
    defer { fixture.fileSystem.releaseDirectory(handle) }
    let failed = failure {
      try fixture.fileSystem.readDirectory(handle, from: .start, withAttributes: true, fixture.context) { _, _, _ in
        true
      }
    }
    #expect(failed == .noEntry)
  }

  /// A folder's links count its subfolders; its modification time moves with its entries.
  @Test func `a folder knows its entries`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    let before = try fixture.fileSystem.attributes(of: folder, fixture.context)
    try fixture.makeFolder("a", in: folder)
    let after = try fixture.fileSystem.attributes(of: folder, fixture.context)
    #expect(before.links == 2)
    #expect(after.links == 3)
    #expect(after.modified > before.modified)
    #expect(after.changed > before.changed)
  }
}
