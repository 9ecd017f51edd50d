import Foundation
import Testing
import UniformTypeIdentifiers

// What programs rely on, on any machine, whatever database it has.
@Suite("A uniform type") struct UTTypeTests {
  // The identifiers are Apple's, since they are stored and exchanged.
  @Test(arguments: [
    (UTType.folder, "public.folder"), (.data, "public.data"), (.item, "public.item"),
    (.symbolicLink, "public.symlink"), (.aliasFile, "com.apple.alias-file"), (.package, "com.apple.package"),
    (.directory, "public.directory"), (.plainText, "public.plain-text"), (.text, "public.text"),
    (.content, "public.content"), (.pdf, "com.adobe.pdf"), (.jpeg, "public.jpeg"), (.gif, "com.compuserve.gif"),
    (.png, "public.png"), (.tiff, "public.tiff"), (.mp3, "public.mp3"), (.json, "public.json"),
    (.zip, "public.zip-archive"), (.swiftSource, "public.swift-source"), (.executable, "public.executable"),
    (.url, "public.url"), (.bundle, "com.apple.bundle"), (.volume, "public.volume"),
    (.diskImage, "public.disk-image"), (.presentation, "public.presentation"),
    (.spreadsheet, "public.spreadsheet"), (.font, "public.font"), (.contact, "public.contact"),
    (.message, "public.message"), (.quickTimeMovie, "com.apple.quicktime-movie"),
  ])
  func `has Apple's identifier`(type: UTType, identifier: String) {
    #expect(type.identifier == identifier)
    #expect(UTType(identifier) == type)
    #expect(type.isDeclared)
    #expect(!type.isDynamic)
  }

  // Conformance is what tells folders, links and documents apart.
  @Test func `conforms to what it is a special case of`() {
    #expect(UTType.folder.conforms(to: .directory))
    #expect(UTType.folder.conforms(to: .item))
    #expect(!UTType.folder.conforms(to: .data))
    #expect(UTType.package.conforms(to: .directory))
    #expect(!UTType.package.conforms(to: .folder))
    #expect(UTType.applicationBundle.conforms(to: .package))
    #expect(UTType.symbolicLink.conforms(to: .resolvable))
    #expect(!UTType.symbolicLink.conforms(to: .data))
    #expect(UTType.swiftSource.conforms(to: .plainText))
    #expect(UTType.svg.conforms(to: .image))
    #expect(UTType.svg.conforms(to: .xml))
    #expect(!UTType.plainText.conforms(to: .swiftSource))
  }

  // A type conforms to itself but is no subtype of itself.
  @Test func `tells conformance from being a subtype`() {
    #expect(UTType.pdf.conforms(to: .pdf))
    #expect(!UTType.pdf.isSubtype(of: .pdf))
    #expect(UTType.pdf.isSubtype(of: .data))
    #expect(UTType.data.isSupertype(of: .pdf))
    #expect(!UTType.data.isSupertype(of: .data))
    #expect(UTType.pdf.supertypes == [.data, .item, .compositeContent, .content])
  }

  // Well-known types answer the same with and without a database.
  @Test func `is found by extension`() {
    #expect(UTType(filenameExtension: "pdf") == .pdf)
    #expect(UTType(filenameExtension: "JPG") == .jpeg)
    #expect(UTType(filenameExtension: "txt") == .plainText)
    #expect(UTType(filenameExtension: "md")?.conforms(to: .plainText) == true)
    #expect(UTType(filenameExtension: "app", conformingTo: .bundle) == .applicationBundle)
    #expect(UTType(filenameExtension: "") == nil)
    #expect(UTType(filenameExtension: "a/b") == nil)
  }

  // MIME types come with parameters and in any letter case.
  @Test func `is found by MIME type`() {
    #expect(UTType(mimeType: "application/pdf") == .pdf)
    #expect(UTType(mimeType: "Text/Plain; charset=utf-8") == .plainText)
    #expect(UTType(mimeType: "application/octet-stream") == .data)
    #expect(UTType(mimeType: "inode/directory", conformingTo: .item) == .directory)
    #expect(UTType(mimeType: "nonsense") == nil)
    #expect(UTType(mimeType: "a/b/c") == nil)
  }

  // The general form, which file providers use with folders.
  @Test func `is found by tag`() {
    #expect(UTType(tag: "png", tagClass: .filenameExtension, conformingTo: nil) == .png)
    #expect(UTType(tag: "image/png", tagClass: .mimeType, conformingTo: .image) == .png)
    let folder = UTType(tag: "whatever", tagClass: .filenameExtension, conformingTo: .folder)
    #expect(folder?.conforms(to: .folder) == true)
    #expect(folder?.conforms(to: .data) == false)
    #expect(UTType.types(tag: "jpeg", tagClass: .filenameExtension, conformingTo: nil) == [.jpeg])
  }

  // Tags lead back.
  @Test func `has preferred tags`() {
    #expect(UTType.jpeg.preferredFilenameExtension == "jpeg")
    #expect(UTType.jpeg.preferredMIMEType == "image/jpeg")
    #expect(UTType.plainText.preferredFilenameExtension == "txt")
    #expect(UTType.folder.preferredMIMEType == nil)
    #expect(UTType.folder.tags.isEmpty)
    #expect(UTType.pdf.tags[.filenameExtension]?.contains("pdf") == true)
  }

  // An unknown extension still gives a type, the same one every time.
  @Test func `is dynamic where nobody knows the tag`() throws {
    let type = try #require(UTType(filenameExtension: "Xyzzy-42"))
    #expect(type.isDynamic)
    #expect(!type.isDeclared)
    #expect(type == UTType(filenameExtension: "xyzzy-42"))
    #expect(type.conforms(to: .data))
    #expect(type.preferredFilenameExtension == "xyzzy-42")
    #expect(UTType(type.identifier) == type)
    #expect(UTType("dyn.ah62d4rv4ge80k5pq") == nil)
    #expect(UTType("com.example.nobody-declared-this") == nil)
  }

  // A supertype that the known type does not have makes a dynamic type that has it.
  @Test func `conforms to what was asked for`() throws {
    let type = try #require(UTType(filenameExtension: "pdf", conformingTo: .directory))
    #expect(type.isDynamic)
    #expect(type.conforms(to: .directory))
    #expect(!type.conforms(to: .data))
    #expect(type.supertypes == [.directory, .item])
  }

  // A program's own type is known from its declaration on.
  @Test func `can be declared by the program`() throws {
    let identifier = "com.example.\(UUID().uuidString.lowercased())"
    #expect(UTType(identifier) == nil)
    let type = UTType(exportedAs: identifier, conformingTo: .json)
    #expect(type.identifier == identifier)
    #expect(type.isDeclared)
    #expect(!type.isPublic)
    #expect(type.conforms(to: .text))
    #expect(UTType(identifier) == type)
    #expect(UTType(importedAs: "public.PDF".lowercased(), conformingTo: .data).conforms(to: .data))
    #expect(UTType(importedAs: "com.adobe.pdf", conformingTo: .audio) == .pdf)
    #expect(!UTType.pdf.conforms(to: .audio))
  }

  // Stored types survive, also on a machine that does not know them.
  @Test func `is coded as its identifier`() throws {
    let types: [UTType] = [.pdf, UTType(filenameExtension: "xyzzy-42")!]
    let data = try JSONEncoder().encode(types)
    #expect(try JSONDecoder().decode([UTType].self, from: data) == types)
    let foreign = try JSONDecoder().decode([UTType].self, from: Data(#"["org.example.foreign"]"#.utf8))
    #expect(foreign[0].identifier == "org.example.foreign")
    #expect(!foreign[0].isDeclared)
    #expect("\(UTType.pdf)" == "com.adobe.pdf")
  }

  // The first use may come from many threads at once.
  @Test func `is looked up on many threads at once`() async {
    await withTaskGroup(of: UTType?.self) { group in
      for _ in 0..<16 { group.addTask { UTType(filenameExtension: "xyzzy-43") } }
      for await type in group { #expect(type?.preferredFilenameExtension == "xyzzy-43") }
    }
  }
}
