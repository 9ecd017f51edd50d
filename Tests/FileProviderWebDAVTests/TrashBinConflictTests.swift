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

  @Test func `what is deleted here, and was thrown away by others, stays in the bin and is not shown`() throws {
    let provider = try ProviderUnderTest(server)
    let items = [try provider.create("a", "1").item, try provider.create("folder", nil).item]
    try provider.create("inner", "x", in: items[1].identifier)
    _ = try provider.list(.trashContainer)
    try server.write("theirs", to: "a")
    for name in ["a", "folder"] { try server.delete(name) }
    for item in items {
      #expect(isThrownAway(item, for: provider))
      try provider.delete(item, recursively: true)
    }
    #expect(try server.bin() == ["a", "folder"])
    let next = try ProviderUnderTest(server, state: provider.directory)
    for seen in [provider, next] { #expect(try seen.list(.trashContainer).isEmpty) }
    // What was seen in the bin is deleted there.
    let other = try ProviderUnderTest(server)
    for item in try other.list(.trashContainer).values { try other.delete(item, recursively: true) }
    #expect(try server.bin().isEmpty)
  }

  @Test func `a deletion whose answer is lost is asked for again, and leaves the document in the bin, unseen`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("a", "1").item
    _ = try provider.list(.trashContainer)
    try server.lie("lose-DELETE")
    _ = try? provider.delete(item)
    let next = try ProviderUnderTest(server, state: provider.directory)
    for seen in [provider, next] {
      #expect(try seen.list(.trashContainer).isEmpty)
      try seen.delete(item)
    }
    #expect(try server.bin() == ["a"])
  }

  @Test(arguments: ["SRGDNVW", "MRGDNVW", "SRMGDNVW"])
  func `what others share is not thrown away`(letters: String) throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("ours", "x").item
    #expect(item.capabilities.contains(.allowsTrashing))
    try server.lie("permissions:\(letters)")
    let theirs = try provider.item(item.identifier)
    #expect(!theirs.capabilities.contains(.allowsTrashing) && theirs.capabilities.contains(.allowsDeleting))
    let error = #expect(throws: NSError.self) { try provider.modify(theirs, parent: .trashContainer) }
    #expect(error?.code == CocoaError.Code.featureUnsupported.rawValue)
    #expect(try server.read("ours") == "x")
  }

  @Test func `nothing is deleted that no bin would take, and nothing that a bin has lost is told as deleted`() throws {
    let provider = try ProviderUnderTest(server)
    let item = try provider.create("a", "x").item
    _ = try provider.list()
    func refusal(_ lies: String...) throws -> NSError? {
      try server.lie(lies)
      return #expect(throws: NSError.self) { try provider.modify(item, parent: .trashContainer) }
    }
    #expect(try refusal("no-trash-bin")?.code == CocoaError.Code.featureUnsupported.rawValue)
    #expect(try server.read("a") == "x")
    // The server has deleted it, and does not tell for sure what is in the bin.
    let anchor = try provider.anchor()
    let unsure = try refusal("bin-is-full", "say-507")
    #expect(unsure?.code == NSFileProviderError.Code.serverUnreachable.rawValue)
    let other = try provider.create("b", "x").item
    try server.lie("bin-is-full")
    let lost = #expect(throws: NSError.self) { try provider.modify(other, parent: .trashContainer) }
    #expect(lost?.code == NSFileProviderError.Code.cannotSynchronize.rawValue)
    #expect(try provider.changes(since: anchor).deleted.isEmpty)
  }
}
