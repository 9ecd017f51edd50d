import Testing

@testable import UniformTypeIdentifiers

@Suite("The catalogue without a database") struct MissingDatabaseTests {
  let catalogue = TypeCatalogue(over: ["/nonexistent/mime"])

  // Well-known types do not depend on anything that is installed.
  @Test func `knows the well-known types`() {
    #expect(catalogue.identifier(forExtension: "pdf") == "com.adobe.pdf")
    #expect(catalogue.identifier(forMIME: "image/png") == "public.png")
    #expect(catalogue.tags(of: "public.png") == [.filenameExtension: ["png"], .mimeType: ["image/png"]])
    #expect(catalogue.localizedDescription(of: "public.folder", in: ["de"]) == "folder")
  }

  // A dynamic type that was stored on a better equipped machine keeps its tag and what its spelling says.
  @Test func `reads dynamic types of other machines`() throws {
    let database = try TypeDatabase.sample()
    let rich = TypeCatalogue(over: [database.path])
    let type = try #require(rich.identifier(forExtension: "drw"))
    #expect(catalogue.canonicalIdentifier(type) == type)
    #expect(catalogue.tags(of: type) == [.mimeType: ["application/x-drawing"]])
    #expect(catalogue.conforms(type, to: "public.data"))
    #expect(catalogue.localizedDescription(of: type, in: []) == nil)
  }

  // The table is complete in itself: what it refers to is in it, and no tag is claimed twice.
  @Test func `is consistent in its table`() {
    let supertypes = Set(TypeDeclaration.all.flatMap(\.supertypes))
    #expect(supertypes.subtracting(catalogue.declarations.keys).isEmpty)
    #expect(catalogue.declaredByExtension.filter { $0.value.count > 1 }.isEmpty)
    #expect(catalogue.declaredByMIMEType.filter { $0.value.count > 1 }.isEmpty)
    for declaration in TypeDeclaration.all {
      #expect(!catalogue.supertypes(of: declaration.identifier).contains(declaration.identifier))
      #expect(declaration.identifier == declaration.identifier.lowercased())
      #expect((declaration.extensions + declaration.mimeTypes).allSatisfy { $0 == $0.lowercased() })
    }
  }
}
