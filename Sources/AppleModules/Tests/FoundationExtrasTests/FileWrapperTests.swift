import FoundationExtras
import Testing

/// Files and folders in memory.
@Suite struct FileWrapperTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("wrappers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func clean() { try? FileManager.default.removeItem(at: folder) }

  @Test func `a folder is written and read with all that is in it`() throws {
    defer { clean() }
    let text = FileWrapper(regularFileWithContents: Data("text".utf8))
    text.fileAttributes = [FileAttributeKey.posixPermissions.rawValue: 0o640]
    let link = FileWrapper(symbolicLinkWithDestinationURL: URL(fileURLWithPath: "text", relativeTo: folder))
    let document = FileWrapper(directoryWithFileWrappers: [
      "text": text, "link": link,
      "inner": FileWrapper(directoryWithFileWrappers: ["deep": FileWrapper(directoryWithFileWrappers: [:])]),
    ])
    let elsewhere = folder.appendingPathComponent("elsewhere")
    try document.write(to: elsewhere, options: [], originalContentsURL: nil)
    #expect(document.filename == nil && text.filename == nil)
    try FileManager.default.removeItem(at: elsewhere)
    #expect(text.preferredFilename == "text" && document.keyForChildFileWrapper(link) == "link")
    let place = folder.appendingPathComponent("document")
    let writing: FileWrapper.WritingOptions = [.atomic, .withNameUpdating]
    for _ in 1...2 { try document.write(to: place, options: writing, originalContentsURL: nil) }
    #expect(document.filename == "document" && text.filename == "text" && link.filename == "link")
    #expect(document.fileWrappers?["inner"]?.fileWrappers?["deep"]?.filename == "deep")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["document"])
    let reading: FileWrapper.ReadingOptions = [.immediate, .withoutMapping]
    let read = try FileWrapper(url: place, options: reading)
    #expect(read.isDirectory && !read.isRegularFile && !read.isSymbolicLink)
    #expect(read.regularFileContents == nil && read.symbolicLinkDestinationURL == nil)
    let children = try #require(read.fileWrappers)
    #expect(Set(children.keys) == ["text", "link", "inner"])
    #expect(children["text"]?.regularFileContents == Data("text".utf8) && children["text"]?.fileWrappers == nil)
    #expect(
      (children["text"]?.fileAttributes[FileAttributeKey.posixPermissions.rawValue] as? NSNumber)?.intValue == 0o640)
    #expect(children["link"]?.symbolicLinkDestinationURL?.relativePath == "text")
    #expect(children["inner"]?.fileWrappers?.count == 1)
  }

  @Test func `a wrapper is told from what was changed since`() throws {
    defer { clean() }
    let place = folder.appendingPathComponent("document")
    let made = FileWrapper(directoryWithFileWrappers: [:])
    made.addRegularFile(withContents: Data("one".utf8), preferredFilename: "file")
    try made.write(to: place, options: [], originalContentsURL: nil)
    let read = try FileWrapper(url: place)
    #expect(read.matchesContents(of: place) && !read.matchesContents(of: folder))
    try Data("other".utf8).write(to: place.appendingPathComponent("file"))
    #expect(!read.matchesContents(of: place))
    try read.read(from: place)
    #expect(read.matchesContents(of: place))
    #expect(read.fileWrappers?["file"]?.regularFileContents == Data("other".utf8))
    #expect(throws: (any Error).self) { try made.write(to: place, options: [], originalContentsURL: nil) }
    #expect(throws: (any Error).self) { try FileWrapper(url: folder.appendingPathComponent("missing")) }
  }

  @Test func `a name that is taken gets a number`() throws {
    let made = FileWrapper(directoryWithFileWrappers: [:])
    let names = (1...3).map { made.addRegularFile(withContents: Data([$0]), preferredFilename: "a") }
    #expect(names[0] == "a" && Set(names).count == 3 && names.allSatisfy { $0.hasSuffix("a") })
    made.removeFileWrapper(try #require(made.fileWrappers?["a"]))
    let folder = FileWrapper(directoryWithFileWrappers: [:])
    folder.preferredFilename = "a"
    #expect(made.addFileWrapper(folder) == "a" && made.keyForChildFileWrapper(folder) == "a")
    made.removeFileWrapper(folder)
    #expect(made.fileWrappers?.count == 2 && made.fileWrappers?["a"] == nil)
    clean()
  }
}
