import FileProviderInterface
import FileProviderTesting
import Foundation
import Glibc
import SamplePictures
import TestSupport
import Testing

@testable import FileProviderHost
@testable import FileProviderProgram
@testable import FileProviderThumbnails

/// `thumbnail`, and the pictures that a mount asks for by itself. Skipped where there is no `/dev/fuse`.
@Suite(.enabled(if: Machine.hasFUSE, "there is no /dev/fuse"), .serialized)
struct ThumbnailCommandTests {
  /// A mount with documents whose contents are at the provider alone.
  private func makeStage(_ faults: [Fault] = []) throws -> ScriptedStage {
    let stage = try ScriptedStage([], faults: faults)
    let files = [
      "one picture.png": SamplePicture.png(200, 100), "two.png": SamplePicture.png(300, 10),
      "huge.png": SamplePicture.png(1025, 1), "photo.jpg": [0xff, 0xd8, 0xff, 0xe0], "notes.txt": Array("text".utf8),
    ]
    for (name, bytes) in files { try Data(bytes).write(to: stage.sandbox.url(name)) }
    try stage.shell("cp *.png *.jpg *.txt mnt")
    try stage.settle()
    let evicted = try stage.run("evict", "/")
    try #require(evicted.status == 0, "\(evicted)")
    return stage
  }

  /// Where a picture of a document has to be.
  private func place(_ name: String, _ size: String, cache: String, _ stage: ScriptedStage) -> String {
    let uri = FileURI.text(of: (stage.sandbox.folder + "/mnt/" + name).utf8)
    return "\(cache)/thumbnails/\(size)/\(MD5.digits(of: uri.utf8) ?? "").png"
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Checks a picture in the cache as a file manager does.
  private func check(_ name: String, at path: String, _ stage: ScriptedStage) throws {
    let time = try stage.shell("stat -c %Y 'mnt/\(name)'").dropLast()
    let uri = FileURI.text(of: (stage.sandbox.folder + "/mnt/" + name).utf8)
    let texts = SamplePicture.texts(try #require(File.bytes(path)))
    #expect(texts == ["Thumb::URI=\(uri)", "Thumb::MTime=\(time)"])
    #expect(mode(path) == 0o600)
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    #expect(mode(folder.path) == 0o700 && mode(folder.deletingLastPathComponent().path) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { $0.hasSuffix(".png") })
  }

  @Test func `thumbnails come into the cache without the contents, by the names that file managers look for`() throws {
    let stage = try makeStage()
    defer { stage.end() }
    let cache = stage.sandbox.folder + "/own"
    let result = try stage.sandbox.startProgram(
      [try Sandbox.fileprovider, "thumbnail", "--domain", "scripted", "/one picture.png", "/two.png"],
      ["XDG_CACHE_HOME": cache]
    ).wait()
    #expect(result.status == 0 && result.error.isEmpty, "\(result)")
    let one = place("one picture.png", "large", cache: cache, stage)
    let two = place("two.png", "x-large", cache: cache, stage)
    #expect(result.output == "/one picture.png\t\(one)\n/two.png\t\(two)\n")
    try check("one picture.png", at: one, stage)
    try check("two.png", at: two, stage)
    // Without the variable it is ~/.cache.
    let normal = try stage.run("thumbnail", "--size", "x-large", "--json", "/one picture.png")
    let object = try #require(try normal.objects().first)
    let other = place("one picture.png", "x-large", cache: stage.sandbox.folder + "/.cache", stage)
    #expect(object["thumbnail"] as? String == other && object["size"] as? String == "x-large", "\(normal)")
    #expect(object["path"] as? String == "/one picture.png" && object["error"] is NSNull)
    #expect(mode(other) == 0o600)
    #expect(try stage.shell("getfattr --only-values -n user.fileprovider.state mnt/two.png") == "dataless")
  }

  @Test func `what has no thumbnail, or none that the cache takes, is said for each item`() throws {
    let stage = try makeStage()
    defer { stage.end() }
    let result = try stage.run("thumbnail", "/two.png", "/photo.jpg", "/notes.txt", "/huge.png", "/none")
    #expect(result.status == 1)
    #expect(result.output.split(separator: "\n").count == 1 && result.output.hasPrefix("/two.png\t"), "\(result)")
    for line in [
      "/photo.jpg: its thumbnail has the type image/jpeg, the cache accepts only PNG, and no installed thumbnailer converts image/jpeg",
      "/notes.txt: the provider has no thumbnail for it", "/none: ",
      "/huge.png: its thumbnail has 1025 × 1 pixels, more than the cache accepts",
    ] {
      #expect(result.error.contains("ProviderFixture: " + line), "\(result)")
    }
    let objects = try stage.run("thumbnail", "--json", "/notes.txt", "/none").objects()
    #expect(objects.compactMap { $0["path"] as? String } == ["/none", "/notes.txt"], "\(objects)")
    #expect(objects.allSatisfy { $0["thumbnail"] is NSNull && $0["error"] is String }, "\(objects)")
    let none = try stage.run("thumbnail", "--json", "/none")
    #expect(none.status == 1, "\(none)")
    #expect(try none.objects().count == 1)
  }

  @Test func `a thumbnail that is no PNG is made one by the desktop's thumbnailer`() throws {
    let stage = try makeStage()
    defer { stage.end() }
    try stage.sandbox.write("#!/bin/sh\ncp '\(stage.sandbox.folder)/two.png' \"$2\"\n", to: "maker")
    try stage.shell("chmod +x maker")
    try stage.sandbox.write(
      "[Thumbnailer Entry]\nExec=\(stage.sandbox.folder)/maker %i %o\nMimeType=image/jpeg;\n",
      to: "data/thumbnailers/test.thumbnailer")
    let result = try stage.run("thumbnail", "/photo.jpg")
    let photo = place("photo.jpg", "x-large", cache: stage.sandbox.folder + "/.cache", stage)
    #expect(result.status == 0 && result.output == "/photo.jpg\t\(photo)\n", "\(result)")
    try check("photo.jpg", at: photo, stage)
  }

  @Test func `an error of the provider is said for its item, and the others come`() throws {
    let stage = try makeStage([Fault(.error, in: .thumbnail, times: 1)])
    defer { stage.end() }
    let result = try stage.run("thumbnail", "/two.png", "/one picture.png")
    #expect(result.status == 1 && result.output.hasPrefix("/one picture.png\t"), "\(result)")
    #expect(result.error.contains("/two.png: as the script says"), "\(result)")
  }

  /// Whether a program can be executed where the tests have their files.
  private static let executesCopies: Bool = {
    guard let sandbox = try? Sandbox() else { return false }
    return (try? sandbox.shell("cp /bin/sh copy && " + run("copy", ":", "")).status) == 0
  }()

  /// Opens a document as a program of another name, and fails when it gets it. The program is a shell, which may need to be called by its own name.
  private let look =
    "look() { if \(Self.run("$1", ": < \\\"\\$1\\\"", "mnt/$2")) 2>/dev/null; then exit 1; fi; }; "

  /// Has a copy of the shell run a script with an argument.
  private static func run(_ copy: String, _ script: String, _ argument: String) -> String {
    "python3 -c 'import os, sys; os.execv(\"./\" + sys.argv[1], [\"sh\", \"-c\", sys.argv[2], \"sh\", sys.argv[3]])' "
      + "\"\(copy)\" \"\(script)\" \"\(argument)\""
  }

  @Test(.enabled(if: executesCopies, "no program can be executed in the temporary folder"))
  func `a thumbnailer that is refused the contents has the provider asked, once for each version`() throws {
    let stage = try makeStage()
    defer { stage.end() }
    let calls = stage.calls.count
    try stage.shell("cp /bin/sh gdk-pixbuf-thumbnailer; cp /bin/sh tracker-extract-3")
    try stage.shell(look + "look tracker-extract-3 notes.txt; look gdk-pixbuf-thumbnailer 'one picture.png'")
    let cache = stage.sandbox.folder + "/.cache"
    let one = place("one picture.png", "large", cache: cache, stage)
    #expect(eventually { File.bytes(one) != nil })
    try check("one picture.png", at: one, stage)
    try stage.shell(look + "look gdk-pixbuf-thumbnailer 'one picture.png'; look gdk-pixbuf-thumbnailer two.png")
    #expect(eventually { File.bytes(place("two.png", "x-large", cache: cache, stage)) != nil })
    let asked = stage.calls.dropFirst(calls).filter { $0.hasPrefix("thumbnail ") }
    #expect(asked.count == 2 && asked.allSatisfy { $0.hasSuffix(" 256") }, "\(asked)")
    // Another version is asked for once more.
    try stage.shell("touch -d '2020-01-01 00:00:00' mnt/two.png")
    try stage.settle()
    #expect(try stage.run("evict", "/").status == 0)
    try stage.shell(look + "look gdk-pixbuf-thumbnailer two.png")
    #expect(eventually { stage.calls.dropFirst(calls).filter { $0.hasPrefix("thumbnail ") }.count == 3 })
  }

  @Test(.enabled(if: executesCopies, "no program can be executed in the temporary folder"))
  func `what failed at the provider is asked for again when a thumbnailer is refused it once more`() throws {
    let stage = try makeStage([Fault(.error, in: .thumbnail, times: 1)])
    defer { stage.end() }
    try stage.shell("cp /bin/sh gdk-pixbuf-thumbnailer")
    let two = place("two.png", "x-large", cache: stage.sandbox.folder + "/.cache", stage)
    // The first try fails, and a later one is answered.
    #expect(
      try eventually {
        try stage.shell(look + "look gdk-pixbuf-thumbnailer two.png")
        return File.bytes(two) != nil
      })
    #expect(stage.calls.filter { $0.hasPrefix("thumbnail ") }.count == 2, "\(stage.calls)")
  }

  @Test func `a provider without thumbnails, a domain that is not mounted, and a local one are told apart`() throws {
    let stage = try FolderStage(.paths)
    defer { stage.end() }
    try stage.shell("echo text > mnt/a.txt")
    #expect(try stage.sandbox.run("sync", "--wait", "--domain", "folder").status == 0)
    let none = try stage.sandbox.run("thumbnail", "--domain", "folder", "/a.txt")
    #expect(none.status == 69 && none.error.contains("the provider does not support thumbnails"), "\(none)")
    stage.end()
    let unmounted = try stage.sandbox.run("thumbnail", "--domain", "folder", "/a.txt")
    #expect(unmounted.status == 69 && unmounted.error.contains("not mounted"), "\(unmounted)")
    try stage.sandbox.lines("domain", "add", "local")
    let local = try stage.sandbox.run("thumbnail", "--domain", "local", "/")
    #expect(local.status == 69 && local.error.contains("a local domain's documents"), "\(local)")
    #expect(try stage.sandbox.run("thumbnail", "--size", "tiny", "/").status == 64)
  }
}
