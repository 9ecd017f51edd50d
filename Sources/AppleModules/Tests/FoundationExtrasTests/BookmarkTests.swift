import FoundationExtras
import TestSupport
import Testing

/// Files that are found again by bytes.
@Suite struct BookmarkTests {
  @Test func `a bookmark finds its file, and tells when another is there`() throws {
    let folder = try Sandbox()
    try folder.write("one", to: "file")
    let data = try folder.url("file").bookmarkData(options: [.withSecurityScope, .minimalBookmark])
    var isStale = true
    let found = try URL(
      resolvingBookmarkData: data, options: [.withSecurityScope, .withoutUI], bookmarkDataIsStale: &isStale)
    #expect(found.path == folder.url("file").path && !isStale)
    try FileManager.default.moveItem(at: folder.url("file"), to: folder.url("other"))
    try folder.write("two", to: "file")
    _ = try URL(resolvingBookmarkData: data, bookmarkDataIsStale: &isStale)
    #expect(isStale)
    try FileManager.default.removeItem(at: folder.url("file"))
    #expect { try URL(resolvingBookmarkData: data, options: .withoutMounting, bookmarkDataIsStale: &isStale) } throws: {
      ($0 as? CocoaError)?.code == .fileNoSuchFile
    }
  }

  @Test func `what is no bookmark, and no file, is refused`() throws {
    var isStale = false
    for bytes in [Data(), Data("a text".utf8), try PropertyListEncoder().encode(["path": "/"])] {
      #expect { try URL(resolvingBookmarkData: bytes, bookmarkDataIsStale: &isStale) } throws: {
        ($0 as? CocoaError)?.code == .fileReadCorruptFile
      }
    }
    #expect(throws: CocoaError.self) { try URL(string: "http://example.org")?.bookmarkData() }
    #expect(throws: CocoaError.self) { try URL(fileURLWithPath: "/none/of/these").bookmarkData() }
    let options: URL.BookmarkCreationOptions = [
      .suitableForBookmarkFile, .securityScopeAllowOnlyReadAccess, .withoutImplicitSecurityScope,
    ]
    let data = try URL(fileURLWithPath: "/").bookmarkData(options: options)
    let plain: URL.BookmarkResolutionOptions = [.withoutImplicitStartAccessing]
    let root = try URL(resolvingBookmarkData: data, options: plain, bookmarkDataIsStale: &isStale)
    #expect(root.path == "/" && !isStale)
  }
}
