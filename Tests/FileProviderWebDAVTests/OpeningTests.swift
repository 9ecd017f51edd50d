import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// A server that is away when its provider starts.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"))
struct OpeningTests {
  @Test func `the server is asked until it is there, though nobody calls the provider meanwhile`() throws {
    let server = try LyingServer()
    let provider = try ProviderUnderTest(server)
    try server.lie("status-PROPFIND:503")
    let error = #expect(throws: NSError.self) { try provider.list() }
    #expect(error?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    let before = try server.requests().count
    #expect(try eventually { try server.requests().count >= before + 2 })
    try server.lie()
    #expect(try eventually { try server.requests().contains { $0.hasPrefix("DELETE /dav/.openfileprovider-") } })
    #expect(try provider.list().isEmpty)
  }
}
