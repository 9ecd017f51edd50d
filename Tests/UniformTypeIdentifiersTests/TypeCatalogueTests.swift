import Foundation
import Testing

@testable import UniformTypeIdentifiers

@Suite("The catalogue over a database") struct TypeCatalogueTests {
  let database: TypeDatabase
  let catalogue: TypeCatalogue

  init() throws {
    database = try TypeDatabase.sample()
    catalogue = TypeCatalogue(over: [database.path])
  }

  // A type that only the database knows is dynamic, and named after its MIME type rather than the extension.
  @Test func `names installed types after their MIME type`() throws {
    let type = try #require(catalogue.identifier(forExtension: "drw"))
    #expect(type == catalogue.identifier(forExtension: "DRAWING"))
    #expect(type == catalogue.identifier(forMIME: "application/x-drawing"))
    #expect(catalogue.tags(of: type)[.mimeType] == ["application/x-drawing"])
    #expect(catalogue.tags(of: type)[.filenameExtension] == ["drw", "drawing"])
  }

  // The heavier of two claims to an extension comes first; the other is still there.
  @Test func `prefers the heavier type of an extension`() throws {
    let tag = try #require(Tag("drw", .filenameExtension))
    let types = catalogue.identifiers(for: tag, conformingTo: nil)
    #expect(
      types.map { catalogue.tags(of: $0)[.mimeType] } == [["application/x-drawing"], ["application/x-other-drawing"]])
  }

  // Other names of a MIME type mean the same type.
  @Test func `follows aliases`() {
    #expect(catalogue.identifier(forMIME: "image/x-drawing") == catalogue.identifier(forMIME: "application/x-drawing"))
  }

  // What the database calls a subclass conforms, through Apple's types; a circle in the database does no harm.
  @Test func `follows subclasses`() throws {
    let type = try #require(catalogue.identifier(forExtension: "drw"))
    #expect(catalogue.conforms(type, to: "public.svg-image"))
    #expect(catalogue.conforms(type, to: "public.image"))
    #expect(catalogue.conforms(type, to: "public.xml"))
    #expect(!catalogue.conforms(type, to: "public.audio"))
    #expect(!catalogue.supertypes(of: type).contains(type))
  }

  // A MIME type that the database does not have either says something by its spelling.
  @Test func `reads the spelling of an unknown MIME type`() throws {
    let sound = try #require(catalogue.identifier(forMIME: "audio/x-unheard-of"))
    #expect(catalogue.conforms(sound, to: "public.audio"))
    let document = try #require(catalogue.identifier(forMIME: "application/vnd.example+json"))
    #expect(catalogue.conforms(document, to: "public.json"))
    let note = try #require(catalogue.identifier(forMIME: "text/x-note"))
    #expect(catalogue.conforms(note, to: "public.plain-text"))
    let pipe = try #require(catalogue.identifier(forMIME: "inode/fifo", conformingTo: "public.item"))
    #expect(catalogue.conforms(pipe, to: "public.item"))
    #expect(!catalogue.conforms(pipe, to: "public.data"))
  }

  // Letter case counts where the database says so; in the table it never does.
  @Test func `heeds letter case where it matters`() throws {
    let type = try #require(catalogue.identifier(forExtension: "Q"))
    #expect(catalogue.tags(of: type)[.mimeType] == ["text/x-upper"])
    let other = try #require(catalogue.identifier(forExtension: "q"))
    #expect(catalogue.tags(of: other) == [.filenameExtension: ["q"]])
  }

  // The table wins for its own extensions, and takes over the database's further ones.
  @Test func `adds the database's extensions to well-known types`() {
    #expect(catalogue.identifier(forExtension: "pdfx") == "com.adobe.pdf")
    #expect(catalogue.tags(of: "com.adobe.pdf")[.filenameExtension] == ["pdf", "pdfx"])
  }

  // "Any bytes" says nothing about a type, so its extensions keep types of their own.
  @Test func `does not take any bytes for a type`() throws {
    let type = try #require(catalogue.identifier(forExtension: "blob"))
    #expect(type != "public.data")
    #expect(catalogue.tags(of: "public.data")[.filenameExtension] == nil)
    #expect(catalogue.tags(of: type)[.filenameExtension] == ["blob"])
  }

  // Patterns that are not extensions are left out, and so is what cannot be read.
  @Test func `takes extensions only`() {
    #expect(catalogue.database.extensionsByType["text/x-makefile"] == nil)
    #expect(catalogue.database.extensionsByType["text/x-odd"] == nil)
  }

  // Descriptions come in the person's language where the database has it, else in English.
  @Test func `describes types in a language`() throws {
    let type = try #require(catalogue.identifier(forExtension: "drw"))
    #expect(catalogue.localizedDescription(of: type, in: ["de_AT", "de"]) == "Zeichnung")
    #expect(catalogue.localizedDescription(of: type, in: ["fr"]) == "drawing & sketch")
    #expect(catalogue.localizedDescription(of: type, in: []) == "drawing & sketch")
    #expect(catalogue.localizedDescription(of: "com.adobe.pdf", in: ["de"]) == "PDF-Dokument")
    #expect(catalogue.localizedDescription(of: "com.adobe.pdf", in: []) == "PDF document")
    #expect(catalogue.localizedDescription(of: "public.folder", in: ["de"]) == "folder")
  }
}
