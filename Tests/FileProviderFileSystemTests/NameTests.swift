import FileProviderStore
import Glibc
import Testing

@testable import FileProviderFileSystem

@Suite struct NameTests {
  @Test
  func `names that no item can have are refused with the number that says why; bytes that are not UTF-8 are a name`()
    throws
  {
    let fixture = try FileSystemFixture()
    #expect(failure { try fixture.makeFolder(String(repeating: "x", count: 256)) } == .nameTooLong)
    #expect(failure { _ = try fixture.lookup(String(repeating: "x", count: 256)) } == .nameTooLong)
    let bytes: [UInt8] = [0xff, 0xfe]
    let made = try bytes.withUnsafeBytes {
      try fixture.fileSystem.make(.folder, $0, in: .root, mode: 0o755, fixture.context)
    }
    let found = try bytes.withUnsafeBytes { try fixture.fileSystem.lookup($0, in: .root, fixture.context) }
    #expect(found?.inode == made.inode)
  }

  /// The precedence of errors when names are removed and moved.
  @Test func `errors of removing and moving`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    try fixture.makeFile("file", "x")
    try fixture.makeFile("inside", "x", in: folder)
    try fixture.makeFolder("empty")
    func removeFolder(_ name: String) throws {
      try fixture.bytes(name) { try fixture.fileSystem.removeFolder($0, in: .root, fixture.context) }
    }
    #expect(failure { try fixture.unlink("folder") } == .isFolder)
    #expect(failure { try fixture.unlink("none") } == .noEntry)
    #expect(failure { try removeFolder("file") } == .notFolder)
    #expect(failure { try removeFolder("folder") }?.rawValue == ENOTEMPTY)
    #expect(failure { try fixture.rename("file", to: "folder") } == .isFolder)
    #expect(failure { try fixture.rename("empty", to: "file") } == .notFolder)
    #expect(failure { try fixture.rename("empty", to: "folder") }?.rawValue == ENOTEMPTY)
    #expect(failure { try fixture.rename("file", to: "empty", .failing) } == .alreadyExists)
    #expect(failure { try fixture.rename("file", to: "none", .exchanging) } == .noEntry)
    #expect(failure { try fixture.makeFolder("file") } == .alreadyExists)
    let intoItself = failure {
      try fixture.bytes("folder") { name in
        try fixture.fileSystem.rename(name, in: .root, to: name, in: folder, .replacing, fixture.context)
      }
    }
    #expect(intoItself == .invalid)
    try removeFolder("empty")
  }

  /// A temporary name of Python's `tempfile` finds the file until it is unlinked.
  @Test(arguments: ["tmp0a_zy9xk", "final.vcf0a_zy9xk"])
  func `a link to a temporary file gives it its name`(temporary: String) throws {
    let fixture = try FileSystemFixture()
    let file = try fixture.makeFile(temporary, "x")
    try fixture.makeFile("taken", "x")
    #expect(
      failure { try fixture.link(file, as: "taken") } == (temporary.hasPrefix("tmp") ? .alreadyExists : .notPermitted))
    let linked = try fixture.link(file, as: "final.vcf")
    #expect(linked.inode == file && linked.links == 2)
    #expect(try fixture.lookup("final.vcf")?.inode == file)
    #expect(try fixture.lookup(temporary)?.inode == file)
    #expect(try fixture.list(.root).filter { !$0.hasPrefix(".") } == ["final.vcf", "taken"])
    try fixture.unlink(temporary)
    #expect(try fixture.lookup(temporary) == nil)
    #expect(try fixture.lookup("final.vcf")?.links == 1)
    #expect(failure { try fixture.unlink(temporary) } == .noEntry)
    // A new file with the temporary name is another one.
    #expect(failure { try fixture.link(file, as: "another") } == .notPermitted)
    let again = try fixture.makeFile(temporary, "y")
    #expect(try fixture.lookup(temporary)?.inode == again)
    try fixture.unlink(temporary)
    #expect(try fixture.list(.root).filter { !$0.hasPrefix(".") } == ["final.vcf", "taken"])
  }

  /// What has two names keeps one while the other goes, and a name that is given anew means what it was given to.
  @Test func `the temporary name outlives the final one, and ends with another file`() throws {
    let fixture = try FileSystemFixture()
    for removesByRename in [false, true] {
      let file = try fixture.makeFile("tmp0a_zy9xk", "x")
      try fixture.makeFile("other", "y")
      try fixture.link(file, as: "final")
      if removesByRename { try fixture.rename("other", to: "final") } else { try fixture.unlink("final") }
      #expect(try fixture.lookup("tmp0a_zy9xk")?.inode == file)
      #expect(try fixture.list(.root).contains("tmp0a_zy9xk"))
      try fixture.link(file, as: "again")
      try fixture.rename(removesByRename ? "final" : "other", to: "tmp0a_zy9xk")
      try fixture.unlink("tmp0a_zy9xk")
      #expect(try fixture.lookup("tmp0a_zy9xk") == nil)
      #expect(try fixture.lookup("again")?.inode == file)
      try fixture.unlink("again")
      #expect(try fixture.list(.root).filter { !$0.hasPrefix(".") } == [])
    }
  }

  @Test func `a temporary name is that of a new file`() throws {
    let fixture = try FileSystemFixture()
    let file = try fixture.makeFile("tmp20240101", "x")
    _ = try fixture.store.change(author: "here") { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.created = Timestamp(rawValue: transaction.time.rawValue - 120_000_000_000)
      try transaction.setAttributes(changes, of: file.item!)
    }
    #expect(failure { try fixture.link(file, as: "final") } == .notPermitted)
  }

  @Test func `a document of the earliest time has no new name`() throws {
    let fixture = try FileSystemFixture()
    let file = try fixture.makeFile("tmp20240101", "x")
    _ = try fixture.store.change(author: "here") { (transaction) throws(StoreError) in
      var changes = AttributeChanges()
      changes.created = Timestamp(rawValue: .min)
      try transaction.setAttributes(changes, of: file.item!)
    }
    #expect(failure { try fixture.link(file, as: "final") } == .notPermitted)
  }

  @Test(arguments: ["file", "tmp", "tmp0a_zy9x", "tmp0a_zy9xkk", "tmp0A_zy9xk", "other.vcf0a_zy9xk"])
  func `there are no other links`(name: String) throws {
    let fixture = try FileSystemFixture()
    let file = try fixture.makeFile(name, "x")
    #expect(failure { try fixture.link(file, as: "final.vcf") } == .notPermitted)
    let folder = try fixture.makeFolder("folder")
    let temporary = try fixture.makeFile("tmp0a_zy9xk", "x", in: folder)
    #expect(failure { try fixture.link(temporary, as: "final.vcf") } == .notPermitted)
    #expect(try fixture.lookup("final.vcf") == nil)
  }

  @Test func `exchanging gives each the other's name`() throws {
    let fixture = try FileSystemFixture()
    let a = try fixture.makeFile("a", "1")
    let b = try fixture.makeFolder("b")
    try fixture.rename("a", to: "b", .exchanging)
    #expect(try fixture.lookup("a")?.inode == b)
    #expect(try fixture.lookup("b")?.inode == a)
  }

  /// In a folder with set-group-ID new items get its group, and new folders the bit as well.
  @Test func `groups are inherited`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("shared")
    var request = AttributeRequest()
    request.group = 77
    request.mode = 0o2775
    _ = try fixture.fileSystem.setAttributes(of: folder, handle: nil, request, fixture.context)
    let inner = try fixture.makeFolder("inner", in: folder)
    let attributes = try fixture.fileSystem.attributes(of: inner, fixture.context)
    #expect(attributes.group == 77)
    #expect(attributes.mode & 0o2000 != 0)
    #expect(attributes.owner == 1000)
  }

  /// A removed folder that is still a process's working directory has attributes, and is empty.
  @Test func `a removed folder in use`() throws {
    let fixture = try FileSystemFixture()
    let folder = try fixture.makeFolder("folder")
    try fixture.bytes("folder") { try fixture.fileSystem.removeFolder($0, in: .root, fixture.context) }
    #expect(try fixture.fileSystem.attributes(of: folder, fixture.context).links == 0)
    #expect(failure { try fixture.makeFile("x", "", in: folder) } == .noEntry)
    #expect(try fixture.list(folder) == [".", ".."])
    fixture.fileSystem.forget(folder, answers: 1)
    #expect(failure { _ = try fixture.fileSystem.attributes(of: folder, fixture.context) } == .stale)
  }

  @Test func `a read-only mount refuses everything that would change something`() throws {
    let fixture = try FileSystemFixture(options: { $0.isReadOnly = true })
    #expect(failure { try fixture.makeFolder("x") } == .readOnly)
    #expect(failure { _ = try fixture.create("x") } == .readOnly)
    #expect(failure { try fixture.unlink("x") } == .readOnly)
    let request = AttributeRequest()
    #expect(
      failure { _ = try fixture.fileSystem.setAttributes(of: .root, handle: nil, request, fixture.context) }
        == .readOnly)
    #expect(
      failure { try fixture.fileSystem.setExtendedAttribute("user.a", to: [], .any, of: .root, fixture.context) }
        == .readOnly)
  }
}
