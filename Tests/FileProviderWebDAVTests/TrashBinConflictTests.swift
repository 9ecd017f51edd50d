import FileProviderInterface
import Foundation
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// What is changed here and thrown away by others at the same time, in the trash bin of a Nextcloud: the tests' own server.
@Suite(.enabled(if: Machine.installed("curl") != nil, "curl is not installed"), .serialized)
struct TrashBinConflictTests {
  let server: LyingServer

  init() throws { server = try LyingServer(isCloud: true) }

  /// Waits until the provider has seen that a document is in the bin.
  private func isThrownAway(_ item: SeenItem, for provider: ProviderUnderTest) -> Bool {
    eventually { (try? provider.item(item.identifier).parent) == .trashContainer }
  }

  @Test func `what others wrote and threw away is not replaced by what was written on the version before`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("a", "1").item
    _ = try provider.list(.trashContainer)
    try server.write("theirs", to: "a")
    try server.delete("a")
    #expect(isThrownAway(item, for: provider))
    let error = #expect(throws: NSError.self) { try provider.modify(item, text: "ours") }
    #expect(error?.code == NSFileProviderError.Code.localVersionConflictingWithServer.rawValue)
    #expect(try provider.contents(item) == "theirs")
  }
}
