import Foundation
import Glibc
import TestSupport
import Testing

@testable import FoundationExtras

/// Whose trash is used, and what an item is called there.
@Suite struct TrashFolderTests {
  let directory: TestDirectory
  private let own = ".Trash-\(getuid())"

  init() throws { directory = try TestDirectory("trash") }

  private func folder(_ path: String, _ mode: mode_t = 0o700) throws {
    try FileManager.default.createDirectory(at: directory.appending(path), withIntermediateDirectories: true)
    #expect(chmod(directory.appending(path).path, mode) == 0)
  }

  private func item(_ name: String = "key") throws -> ItemPath {
    #expect(close(creat(directory.path + "/" + name, 0o600)) == 0)
    return try ItemPath(URL(fileURLWithPath: directory.path + "/" + name))
  }

  /// Where an item is put if the directory is the top of a file system, below it.
  private func place(_ item: ItemPath) throws -> String? {
    for trash in TrashFolder.candidates(below: directory.path) {
      if let place = try trash.take(item) { return String(place.path.dropFirst(directory.path.count + 1)) }
    }
    return nil
  }

  @Test func `the trash that an administrator made is used before one of the person's`() throws {
    try folder(".Trash", 0o1777)
    #expect(try place(item()) == ".Trash/\(getuid())/files/key")
    try folder(".Trash", 0o777)
    #expect(try place(item()) == "\(own)/files/key")
  }

  @Test(arguments: ["", "/files", "/info"]) func `a trash that others may write to is not used`(_ part: String) throws {
    try folder(own)
    try folder(own + part, 0o777)
    #expect(try place(item()) == nil)
    #expect(access(directory.path + "/key", F_OK) == 0)
    try folder(".Trash", 0o1777)
    #expect(try place(item()) == ".Trash/\(getuid())/files/key", "the next place is taken")
  }

  @Test(arguments: ["", "/files", "/info"]) func `a link is no trash`(_ part: String) throws {
    try folder("others/files")
    try folder("others/info")
    if !part.isEmpty { try folder(own) }
    let target = directory.appending("others" + part)
    try FileManager.default.createSymbolicLink(at: directory.appending(own + part), withDestinationURL: target)
    #expect(try place(item()) == nil)
    try FileManager.default.createSymbolicLink(at: directory.appending(".Trash"), withDestinationURL: target)
    #expect(chmod(target.path, 0o1777) == 0)
    #expect(try place(item()) == nil)
  }

  @Test(.enabled(if: getuid() == 0, "only root can make folders of others"), arguments: ["", "/files", "/info"])
  func `the trash of somebody else is not used`(_ part: String) throws {
    try folder(own)
    try folder(own + part)
    #expect(chown(directory.appending(own + part).path, 65534, 65534) == 0)
    #expect(try place(item()) == nil)
  }

  @Test func `where nothing can be moved exclusively, it is moved to a name that nothing has`() throws {
    var trash = try #require(TrashFolder.candidates(below: directory.path).first)
    for error in [EINVAL, ENOSYS] {
      trash.moveExclusively = { _, _, _ in
        errno = error
        return -1
      }
      #expect(try trash.take(item("of \(error)"))?.lastPathComponent == "of \(error)")
    }
    // A file that no note is about.
    try Data("kept".utf8).write(to: directory.appending(own + "/files/key"))
    #expect(try trash.take(item())?.lastPathComponent == "key.2")
    #expect(try String(contentsOf: directory.appending(own + "/files/key"), encoding: .utf8) == "kept")
    let notes = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/\(own)/info")
    #expect(Set(notes) == ["of \(EINVAL).trashinfo", "of \(ENOSYS).trashinfo", "key.2.trashinfo"])
  }

  @Test func `a long name is shortened, and the note has all of it`() throws {
    let name = String(repeating: "ä", count: 125) + ".txt"
    for (count, end) in [(120, ".txt"), (119, ".2.txt")] {
      let short = String(repeating: "ä", count: count) + end
      #expect(try place(item(name)) == "\(own)/files/\(short)")
      let note = try String(contentsOfFile: directory.path + "/\(own)/info/\(short).trashinfo", encoding: .utf8)
      #expect(note.contains("Path=" + String(repeating: "%C3%A4", count: 125) + ".txt\n"))
    }
    let suffix = "a." + String(repeating: "b", count: 253)
    #expect(try place(item(suffix)) == "\(own)/files/" + suffix.prefix(245))
    #expect(
      Array(TrashName(like: "a" + String(repeating: "\u{301}", count: 127), longest: 255).all.prefix(1)) == ["item"])
  }

  @Test func `names and their suffixes are counted in other places`() {
    let names = ["a.txt": "a.2.txt", ".hidden": ".hidden.2", "a.": "a..2", "a": "a.2", "a.b.c": "a.b.2.c"]
    for (name, second) in names { #expect(Array(TrashName(like: name, longest: 255).all.prefix(2)) == [name, second]) }
  }

  @Test func `a name that begins with a mark is noted whole`() throws {
    let name = "\u{301}a"
    let place = try #require(try place(item(name)))
    #expect(place.utf8.elementsEqual("\(own)/files/\(name)".utf8))
    let notes = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/\(own)/info")
    let path = directory.path + "/\(own)/info/" + (try #require(notes.first))
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Path=%CC%81a\n"))
  }

  @Test func `of a note that is written in part nothing stays`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TestDirectory("trash")
      guard let folder = PrivateFolder(directory.path) else { fatalError("there is no folder") }
      try withFileSizeLimit(2) {
        do { try folder.write("four", to: "note") } catch POSIXError.EFBIG { return }
        fatalError("there was room")
      }
      precondition(access(directory.path + "/note", F_OK) != 0)
    }
  }
}
