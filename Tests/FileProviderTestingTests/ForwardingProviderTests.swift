import FileProvider
import FileProviderTesting
import Foundation
import Testing

/// A provider that forwards what it does not implement.
@Suite struct ForwardingProviderTests {
  /// It implements one call only.
  private final class Renamer: NSObject, ForwardingProvider, Sendable {
    let base: MemoryProvider

    init(domain: NSFileProviderDomain) {
      base = MemoryProvider(domain: domain, tree: MemoryTree([MemoryItem("text", contents: "as it was")]))
      super.init()
    }

    func item(
      for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
      completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
    ) -> Progress {
      completionHandler(MemoryItemObject(MemoryItem("text", name: "renamed")), nil)
      return Progress()
    }
  }

  private let provider: Renamer
  /// The same as the system calls it, through the protocol alone.
  private let called: any NSFileProviderReplicatedExtension
  private let request = NSFileProviderRequest()
  private let text = NSFileProviderItemIdentifier("text")

  init() {
    let identifier = NSFileProviderDomainIdentifier(UUID().uuidString)
    provider = Renamer(domain: NSFileProviderDomain(identifier: identifier, displayName: "test"))
    called = provider
  }

  @Test func `the base lists, and gives contents`() throws {
    let enumerator = try called.enumerator(for: .rootContainer, request: request)
    #expect(provider.base.liveEnumerators == 1)
    enumerator.invalidate()
    #expect(provider.base.liveEnumerators == 0)
    _ = called.fetchContents(for: text, version: nil, request: request) { url, item, error in
      #expect(url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } == "as it was")
      #expect(item?.filename == "text" && error == nil)
      if let url { try? FileManager.default.removeItem(at: url) }
    }
    #expect(provider.base.fetches == 1)
  }

  @Test func `the base is told what changes`() throws {
    let tree = provider.base.tree
    _ = called.createItem(
      basedOn: MemoryItemObject(MemoryItem("new")), fields: [], contents: nil, options: [], request: request
    ) { item, _, _, error in #expect(item?.filename == "new" && error == nil) }
    #expect(tree.items.map(\.name).sorted() == ["new", "text"])
    var item = try #require(tree["text"])
    let version = MemoryItemObject(item).itemVersion
    item.name = "other"
    _ = called.modifyItem(
      MemoryItemObject(item), baseVersion: version, changedFields: .filename, contents: nil, options: [],
      request: request
    ) { item, _, _, error in #expect(item?.filename == "other" && error == nil) }
    #expect(tree["text"]?.name == "other")
    _ = called.deleteItem(identifier: text, baseVersion: version, options: [], request: request) { #expect($0 == nil) }
    #expect(tree["text"] == nil)
  }

  @Test func `the base gets the notices, and is ended`() {
    called.materializedItemsDidChange {}
    called.pendingItemsDidChange {}
    #expect(provider.base.materializedNotices == 1 && provider.base.pendingNotices == 1)
    called.invalidate()
    #expect(provider.base.isInvalidated)
  }

  @Test func `a call that it implements itself does not reach the base`() {
    _ = called.item(for: text, request: request) { item, _ in #expect(item?.filename == "renamed") }
    #expect(provider.base.tree["text"]?.name == "text")
  }
}
