import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// How often a server is asked how it wants to be told who asks.
@Suite(.enabled(if: Apache.problem == nil, "\(Apache.problem ?? "")"), .serialized)
struct SchemeTests {
  @Test func `the scheme is learned once, and not again by each connection`() throws {
    let apache = try Apache()
    var settings = WebDAVSettings(address: apache.address)
    (settings.user, settings.secret) = (Apache.user, .file(apache.passwordFile))
    let server = WebDAVServer(transport: try Transport(settings), facts: ServerFacts())
    for _ in 0..<3 { _ = try server.entry(at: .root) }
    // Several at once, so that there are new connections.
    DispatchQueue.concurrentPerform(iterations: 8) { _ in _ = try? server.entry(at: .root) }
    #expect(eventually { apache.requests.count { $0.hasSuffix(" 207") } == 11 })
    #expect(apache.requests.count { $0.hasSuffix(" 401") } == 1)
  }
}
