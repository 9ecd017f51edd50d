import Foundation
import TestSupport
import Testing
import UniformTypeIdentifiers

@Suite("The type of a file") struct FileTypeTests {
  @Test func `is told by the file's kind and name, when it is asked for`() throws {
    let directory = try TestDirectory()
    let folder = directory.appending("a.folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let text = directory.appending("b.txt")
    try Data("b".utf8).write(to: text)
    let link = directory.appending("c.txt")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: text)
    func type(_ url: URL) throws -> UTType? { try url.resourceValues(forKeys: [.contentTypeKey]).contentType }
    #expect(try type(folder) == .folder)
    #expect(try type(text) == .plainText)
    #expect(try type(link) == .symbolicLink)
    #expect(try text.resourceValues(forKeys: [.nameKey]).contentType == nil)
  }

  @Test func `gives a name its extension once`() {
    var url = URL(fileURLWithPath: "/a/report")
    #expect(url.appendingPathExtension(for: .pdf).path == "/a/report.pdf")
    url.appendPathExtension(for: .pdf)
    url.appendPathExtension(for: .pdf)
    #expect(url.path == "/a/report.pdf")
    #expect(url.appendingPathExtension(for: .data).path == "/a/report.pdf")
    var folder = URL(fileURLWithPath: "/a", isDirectory: true)
    #expect(folder.appendingPathComponent("b.pdf", conformingTo: .pdf).path == "/a/b.pdf")
    folder.appendPathComponent("b.v2", conformingTo: .pdf)
    #expect(folder.path == "/a/b.v2.pdf")
    let path = NSString(string: "/a")
    #expect(path.appendingPathComponent("c", conformingTo: .png) == "/a/c.png")
    #expect(path.appendingPathExtension(for: .png) == "/a.png")
  }
}
