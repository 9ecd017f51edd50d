import FileProvider
import Foundation
import Testing

@Suite("Notices to a provider") struct NoticeFormTests {
  let domain = NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("d"), displayName: "D")

  // The system calls the completion form, whichever form the class has.
  @Test func `reach a class with the async forms`() async {
    let provider = AsyncProvider(domain: domain)
    await deliverAll(to: provider)
    #expect(provider.heard == ["import", "materialized", "pending"])
  }

  // The older spelling, with and without `@Sendable` in it.
  @Test func `reach a class with the completion forms`() async {
    let provider = CompletionProvider(domain: domain)
    await deliverAll(to: provider)
    #expect(provider.heard == ["import", "materialized", "pending"])
  }

  // A class that leaves them out is left in peace, and the system hears back.
  @Test(.timeLimit(.minutes(1))) func `are answered for a class with neither`() async {
    await deliverAll(to: ExampleProvider(domain: domain))
  }

  private func deliverAll(to provider: any NSFileProviderReplicatedExtension) async {
    await withCheckedContinuation { done in provider.importDidFinish { done.resume() } }
    await withCheckedContinuation { done in provider.materializedItemsDidChange { done.resume() } }
    await withCheckedContinuation { done in provider.pendingItemsDidChange { done.resume() } }
  }
}

private final class AsyncProvider: ExampleProviderBase, NSFileProviderReplicatedExtension {
  func importDidFinish() async { heard.append("import") }
  func materializedItemsDidChange() async { heard.append("materialized") }
  func pendingItemsDidChange() async { heard.append("pending") }
}

private final class CompletionProvider: ExampleProviderBase, NSFileProviderReplicatedExtension {
  func importDidFinish(completionHandler: @escaping () -> Void) {
    heard.append("import")
    completionHandler()
  }
  func materializedItemsDidChange(completionHandler: @escaping () -> Void) {
    heard.append("materialized")
    completionHandler()
  }
  func pendingItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    heard.append("pending")
    Task { completionHandler() }
  }
}

/// All that is required, in the spelling that newer code uses, without stating the conformance.
private class ExampleProviderBase: NSObject {
  var heard: [String] = []

  required init(domain: NSFileProviderDomain) {}

  func invalidate() {}

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    throw NSFileProviderError(.noSuchItem)
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress { Progress() }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress { Progress() }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress { Progress() }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress { Progress() }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress { Progress() }
}
