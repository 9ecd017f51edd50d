import FileProvider
import FileProviderTesting
import Foundation
import Testing

/// The provider that keeps its items in memory.
@Suite struct MemoryProviderTests {
  private let provider: MemoryProvider

  init() {
    let identifier = NSFileProviderDomainIdentifier(UUID().uuidString)
    provider = MemoryProvider(
      domain: NSFileProviderDomain(identifier: identifier, displayName: "test"),
      tree: MemoryTree([.symlink("link", to: "old")]))
  }

  private func modify(_ item: MemoryItem, _ fields: NSFileProviderItemFields) {
    let version = MemoryItemObject(item).itemVersion
    _ = provider.modifyItem(
      MemoryItemObject(item), baseVersion: version, changedFields: fields, contents: nil, options: [],
      request: NSFileProviderRequest()
    ) { _, _, _, error in #expect(error == nil) }
  }

  @Test func `a link keeps its target unless that is among what was changed`() throws {
    var item = try #require(provider.tree["link"])
    (item.name, item.target) = ("renamed", "new")
    modify(item, .filename)
    #expect(provider.tree["link"]?.name == "renamed" && provider.tree["link"]?.target == "old")
    modify(item, .contents)
    #expect(provider.tree["link"]?.target == "new")
  }
}
