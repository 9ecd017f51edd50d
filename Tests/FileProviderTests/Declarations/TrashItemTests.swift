import FileProvider
import Foundation
import Glibc
import TestSupport
import Testing

/// What an extension throws away itself.
@Suite(.serialized) struct TrashItemTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory("trash") }

  /// Where the trash of the home is meanwhile.
  private func withData<Result>(_ folder: URL, _ body: () throws -> Result) rethrows -> Result {
    let before = getenv("XDG_DATA_HOME").map { String(cString: $0) }
    setenv("XDG_DATA_HOME", folder.path, 1)
    defer { if let before { setenv("XDG_DATA_HOME", before, 1) } else { unsetenv("XDG_DATA_HOME") } }
    return try body()
  }

  private func file(_ name: String, _ text: String) throws -> URL {
    let url = directory.appending(name)
    try Data(text.utf8).write(to: url)
    return url
  }

  @Test func `a file goes to the trash of the home, where its place and time are noted`() throws {
    let data = directory.appending("data")
    try withData(data) {
      var places: [URL] = []
      for text in ["one", "two"] {
        let url = try file("a b%.txt", text)
        var place: NSURL?
        try FileManager.default.trashItem(at: url, resultingItemURL: &place)
        places.append(try #require(place) as URL)
        #expect(access(url.path, F_OK) != 0)
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
  }

  @Test func `a folder goes with all that is in it, and a link without what it leads to`() throws {
    try withData(directory.appending("data")) {
      let folder = directory.appending("folder")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let inside = try file("folder/inside", "x")
      let link = directory.appending("link")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: inside)
      try FileManager.default.trashItem(at: link, resultingItemURL: nil)
      #expect(access(inside.path, F_OK) == 0)
      var place: NSURL?
      try FileManager.default.trashItem(at: folder, resultingItemURL: &place)
      let moved = try #require(place as URL?).appendingPathComponent("inside")
      #expect(try String(contentsOf: moved, encoding: .utf8) == "x")
    }
  }

  @Test func `what is on another file system goes to the trash there`() throws {
    let other = "/dev/shm"
    guard access(other, W_OK) == 0 else { return }
    var (here, there) = (Glibc.stat(), Glibc.stat())
    guard stat(directory.path, &here) == 0, stat(other, &there) == 0, here.st_dev != there.st_dev else { return }
    let name = "fileprovider-trash-\(getpid())"
    let url = URL(fileURLWithPath: "\(other)/\(name)")
    try Data("x".utf8).write(to: url)
    try withData(directory.appending("data")) {
      var place: NSURL?
      try FileManager.default.trashItem(at: url, resultingItemURL: &place)
      let moved = try #require(place) as URL
      let note = URL(fileURLWithPath: "\(other)/.Trash-\(getuid())/info/\(moved.lastPathComponent).trashinfo")
      defer {
        unlink(moved.path)
        unlink(note.path)
        // The trash of others stays: a folder with something in it is not removed.
        let trash = "\(other)/.Trash-\(getuid())"
        for folder in [trash + "/files", trash + "/info", trash] { rmdir(folder) }
      }
      #expect(moved.path.hasPrefix("\(other)/.Trash-\(getuid())/files/\(name)"))
      #expect(try String(contentsOf: note, encoding: .utf8).contains("\nPath=\(name)\n"))
    }
  }

  @Test func `what is not there is an error`() {
    let failure = #expect(throws: CocoaError.self) {
      try FileManager.default.trashItem(at: directory.appending("nothing"), resultingItemURL: nil)
    }
    #expect(failure?.code == .fileNoSuchFile)
  }
}
