import FileProviderValidation
import Foundation
import Glibc
import SamplePictures
import TestSupport
import Testing

@testable import FileProviderThumbnails

/// Pictures that are no PNG are made one by the desktop's thumbnailers.
@Suite struct PictureConverterTests {
  private let sandbox: Sandbox
  private let jpeg = Data([0xff, 0xd8, 0xff, 0xe0]) + Data("a picture".utf8)

  init() throws { sandbox = try Sandbox() }

  /// A grey JPEG of 16 × 8 pixels (ISO 10918-1): two blocks, each with the same as the one before and nothing else.
  private static let greyJPEG: Data = {
    let quantization = [0xff, 0xdb, 0, 0x43, 0] + [UInt8](repeating: 1, count: 64)
    let frame: [UInt8] = [0xff, 0xc0, 0, 0x0b, 8, 0, 8, 0, 16, 1, 1, 0x11, 0]
    let codes = [0, 0x10].map { [0xff, 0xc4, 0, 0x14, $0, 1] + [UInt8](repeating: 0, count: 16) }
    let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x0f]
    return Data([0xff, 0xd8] + quantization + frame + codes[0] + codes[1] + scan + [0xff, 0xd9])
  }()

  private var installed: Thumbnailers {
    Thumbnailers(folders: [sandbox.folder + "/own/thumbnailers", sandbox.folder + "/share/thumbnailers"])
  }

  /// Puts a script and an entry for it where thumbnailers are looked for.
  private func install(
    _ name: String, in folder: String = "own", type: String = "image/jpeg", arguments: String = "%i %o %s",
    _ script: String
  ) throws {
    let program = sandbox.folder + "/programs/" + name
    try sandbox.write("#!/bin/sh\n" + script + "\n", to: "programs/" + name)
    #expect(chmod(program, 0o755) == 0)
    let entry = "[Thumbnailer Entry]\nTryExec=\(program)\nExec=\(program) \(arguments)\nMimeType=image/x-any;\(type);\n"
    try sandbox.write(entry, to: "\(folder)/thumbnailers/\(name).thumbnailer")
  }

  private func convert(_ patience: Duration = .seconds(60)) throws(PictureConverter.Failure) -> PNGPicture {
    try PictureConverter(thumbnailers: installed, patience: patience).png(of: jpeg, .jpeg, side: 256)
  }

  private func failure(_ patience: Duration = .seconds(60)) -> PictureConverter.Failure? {
    do throws(PictureConverter.Failure) { _ = try convert(patience) } catch { return error }
    return nil
  }

  @Test func `the picture is handed to the thumbnailer of its type, and what it makes is taken`() throws {
    try Data(SamplePicture.png(20, 10)).write(to: sandbox.url("made.png"))
    try install("other", type: "image/gif", "exit 1")
    try install(
      "maker", arguments: "\"%s and 100%%\" %u '%i' %o",
      "printf '%s\\n' \"$@\" >'\(sandbox.folder)/words'; cp \"$3\" '\(sandbox.folder)/seen'; cp '\(sandbox.folder)/made.png' \"$4\""
    )
    let picture = try convert()
    #expect(picture.width == 20 && picture.height == 10)
    #expect(try Data(contentsOf: sandbox.url("seen")) == jpeg)
    let words = try String(contentsOf: sandbox.url("words"), encoding: .utf8).split(separator: "\n").map(String.init)
    try #require(words.count == 4)
    #expect(words[0] == "256 and 100%" && words[1] == FileURI.text(of: words[2].utf8) && words[3].hasSuffix(".png"))
    // Its folder is gone.
    #expect(access(URL(fileURLWithPath: words[2]).deletingLastPathComponent().path, F_OK) != 0)
  }

  @Test func `what makes no PNG, makes it elsewhere or fails is said to, and nothing is taken`() throws {
    try Data(SamplePicture.png(20, 10)).write(to: sandbox.url("made.png"))
    for script in [
      "exit 0", "cp \"$1\" \"$2\"", "ln -s '\(sandbox.folder)/made.png' \"$2\"", "mkfifo \"$2\"",
      "cp '\(sandbox.folder)/made.png' \"$2\"; exit 1", "cp '\(sandbox.folder)/made.png' \"$2\"; kill -9 $$",
      "head -c 40 '\(sandbox.folder)/made.png' >\"$2\"",
    ] {
      try install("maker", script)
      let failure = failure()
      #expect(failure?.reason.hasSuffix("/programs/maker produced no PNG") == true, "\(script): \(failure as Any)")
      #expect(failure?.mayPass == false)
    }
  }

  @Test func `one that takes too long is ended with all that it has started`() throws {
    try install("maker", "sleep 1000 & echo $! >'\(sandbox.folder)/child'; wait")
    let failure = failure(.milliseconds(300))
    #expect(failure?.reason.contains("timed out after") == true, "\(failure as Any)")
    let child = (try? String(contentsOf: sandbox.url("child"), encoding: .utf8)).flatMap { Int32($0.dropLast()) }
    // Where the machine was too slow to start it, there is none.
    if let child { #expect(eventually { kill(child, 0) != 0 || !isRunning(child) }) }
  }

  private func isRunning(_ process: Int32) -> Bool {
    let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return line.map { !$0.contains(") Z ") } ?? false
  }

  @Test func `an entry that is not whole or not installed is passed over, and the person's own is the first`() throws {
    #expect(failure()?.reason == "no installed thumbnailer converts image/jpeg to PNG")
    try install("broken", arguments: "%i '%o", "exit 1")
    try install("nowhere", arguments: "%i", "exit 1")
    try sandbox.write(
      "[Thumbnailer Entry]\nExec=/none %i %o\nMimeType=image/jpeg;\n", to: "own/thumbnailers/a.thumbnailer")
    try sandbox.write(
      "[Thumbnailer Entry]\nTryExec=/none\nExec=sh %i %o\nMimeType=image/jpeg;\n", to: "own/thumbnailers/b.thumbnailer")
    try sandbox.write("[Other]\nExec=sh %i %o\nMimeType=image/jpeg;\n", to: "own/thumbnailers/c.thumbnailer")
    #expect(installed.one(for: ["image/jpeg"]) == nil)
    try install("maker", in: "share", "exit 1")
    #expect(installed.one(for: ["image/jpeg"])?.program == sandbox.folder + "/programs/maker")
    // The entry of the same name hides it, whatever is in it.
    try sandbox.write(
      "[Thumbnailer Entry]\nExec=sh %i %o\nMimeType=image/gif;\n", to: "own/thumbnailers/maker.thumbnailer")
    #expect(installed.one(for: ["image/jpeg"]) == nil && installed.one(for: ["image/gif"])?.program == "sh")
  }

  @Test(arguments: [
    ("a  b", ["a", "b"]), ("'a b'c \"d'e\"", ["a bc", "d'e"]), ("a\\ b \"\\\"\" ''", ["a b", "\"", ""]), ("  ", []),
  ])
  func `a line is taken apart as a shell does`(line: String, words: [String]) {
    #expect(QuotedWords.split(line) == words)
    #expect(QuotedWords.split(line + " 'open") == nil && QuotedWords.split(line + "\\") == nil)
  }

  /// Others may need more than this machine lets a test have: a sandbox of their own, for one.
  private static var hasKnownThumbnailer: Bool {
    Thumbnailers.installed.one(for: ["image/jpeg"])?.program.hasSuffix("gdk-pixbuf-thumbnailer") == true
  }

  @Test(.enabled(if: hasKnownThumbnailer, "JPEG is not for gdk-pixbuf-thumbnailer here"))
  func `a thumbnailer of this machine makes a PNG of a real JPEG`() throws {
    let bytes = Self.greyJPEG
    let picture = try PictureConverter(patience: .seconds(60)).png(
      of: bytes, try #require(PictureFormat(bytes)), side: 128)
    // Some leave a small picture as it is, and some do not.
    #expect(picture.width == 2 * picture.height && picture.width <= 128)
  }

  @Test func `the format of a picture is known by its first bytes`() {
    #expect(PictureFormat(jpeg) == .jpeg && PictureFormat(Data(SamplePicture.png(1, 1))) == .png)
    #expect(PictureFormat(Data([0, 0, 0, 24]) + Data("ftypheic".utf8)) == .heic)
    #expect(PictureFormat(Data("RIFF0000WEBP".utf8)) == .webP && PictureFormat(Data("RIFF0000WAVE".utf8)) == nil)
    #expect(PictureFormat(Data()) == nil && PictureFormat(Data("text".utf8)) == nil)
  }
}
