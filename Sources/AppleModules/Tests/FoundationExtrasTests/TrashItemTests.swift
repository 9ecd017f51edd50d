import Foundation
import Glibc
import TestSupport
import Testing

@testable import FoundationExtras

/// What an extension throws away itself.
@Suite struct TrashItemTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory("trash") }

  /// Throws an item away where the trash of the home is in this test's directory.
  @discardableResult private func throwAway(_ url: URL) throws -> URL {
    try TrashFolder.take(url, ["XDG_DATA_HOME": directory.appending("data").path])
  }

  private func file(_ name: String, _ text: String) throws -> URL {
    let url = directory.appending(name)
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func `a file goes to the trash of the home, where its place and time are noted`() throws {
    let data = directory.appending("data")
    let places = try ["one", "two"].map { text in
      let url = try file("a b%.txt", text)
      let place = try throwAway(url)
      #expect(access(url.path, F_OK) != 0)
      return place
    }
    #expect(places.map(\.lastPathComponent) == ["a b%.txt", "a b%.2.txt"])
    #expect(places.map(\.pathComponents.count) == [2, 2].map { data.pathComponents.count + $0 + 1 })
    #expect(try places.map { try String(contentsOf: $0, encoding: .utf8) } == ["one", "two"])
    let note = try String(contentsOf: data.appendingPathComponent("Trash/info/a b%.2.txt.trashinfo"), encoding: .utf8)
    let lines = note.split(separator: "\n")
    #expect(lines[0] == "[Trash Info]" && lines[1].hasPrefix("Path=/") && lines[1].hasSuffix("/a%20b%25.txt"))
    let date = try #require(
      try Regex("DeletionDate=\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d").wholeMatch(in: lines[2]))
    #expect(!date.output.isEmpty)
  }

  @Test func `a folder goes with all that is in it, and a link without what it leads to`() throws {
    let folder = directory.appending("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let inside = try file("folder/inside", "x")
    let link = directory.appending("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: inside)
    try throwAway(link)
    #expect(access(inside.path, F_OK) == 0)
    let moved = try throwAway(folder).appendingPathComponent("inside")
    #expect(try String(contentsOf: moved, encoding: .utf8) == "x")
  }

  private static let other = "/dev/shm"

  private static let hasOther: Bool = {
    var (here, there) = (Glibc.stat(), Glibc.stat())
    return stat(FileManager.default.temporaryDirectory.path, &here) == 0 && stat(other, &there) == 0
      && access(other, W_OK) == 0 && here.st_dev != there.st_dev
  }()

  @Test(.enabled(if: Self.hasOther)) func `what is on another file system goes to the trash there`() throws {
    let name = "fileprovider-trash-\(getpid())"
    let url = URL(fileURLWithPath: "\(Self.other)/\(name)")
    try Data("x".utf8).write(to: url)
    let trash = "\(Self.other)/.Trash-\(getuid())"
    let moved = try throwAway(url)
    let note = URL(fileURLWithPath: "\(trash)/info/\(moved.lastPathComponent).trashinfo")
    defer {
      unlink(moved.path)
      unlink(note.path)
      // The trash of others stays: a folder with something in it is not removed.
      for folder in [trash + "/files", trash + "/info", trash] { rmdir(folder) }
    }
    #expect(moved.path.hasPrefix("\(trash)/files/\(name)"))
    #expect(try String(contentsOf: note, encoding: .utf8).contains("\nPath=\(name)\n"))
  }

  @Test func `the trash of the home is in its data, wherever a link leads from there`() throws {
    let (home, elsewhere) = (directory.appending("home"), directory.appending("elsewhere"))
    for folder in [home.appendingPathComponent(".local/share"), elsewhere] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      at: home.appendingPathComponent(".local/share/Trash"), withDestinationURL: elsewhere)
    let place = try TrashFolder.take(try file("a", "x"), ["HOME": home.path, "XDG_DATA_HOME": "not/absolute"])
    #expect(place.path == elsewhere.path + "/files/a")
  }

  @Test func `what is not there is an error`() {
    let failure = #expect(throws: CocoaError.self) {
      var place: NSURL?
      try FileManager.default.trashItem(at: directory.appending("nothing"), resultingItemURL: &place)
    }
    #expect(failure?.code == .fileNoSuchFile)
  }

  @Test func `a path through a folder's parent leads to the link that it names`() throws {
    for folder in ["u/x", "far/deep", "far/Notes"] {
      try FileManager.default.createDirectory(at: directory.appending(folder), withIntermediateDirectories: true)
    }
    for (link, target) in [("u/Notes", "far/Notes"), ("u/way", "far/deep")] {
      try FileManager.default.createSymbolicLink(
        at: directory.appending(link), withDestinationURL: directory.appending(target))
    }
    let link = URL(fileURLWithPath: directory.path + "/u/x/../Notes")
    let place = try throwAway(link)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place.path) == directory.path + "/far/Notes")
    // Where a link leads, its parent is another one than that of the link.
    try throwAway(URL(fileURLWithPath: directory.path + "/u/way/../Notes"))
    #expect(access(directory.path + "/far/Notes", F_OK) != 0)
    for path in [directory.path + "/u/.", directory.path + "/u/..", "/"] {
      #expect(throws: CocoaError.self) { try throwAway(URL(fileURLWithPath: path)) }
    }
  }
}
