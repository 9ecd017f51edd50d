import FileProvider
@testable import FileProviderReplica
import FileProviderStore
import FileProviderTesting
import Foundation
import LinuxSystem
import TestSupport
import Testing

/// What a domain's manager asks for is done.
@Suite struct ManagingTests {
  private func stage(_ faults: [Fault] = []) async throws -> (ReplicaStage, NSFileProviderManager) {
    let stage = try await ReplicaStage(ProviderScript(items: ProviderScript.tree, faults: faults), limits: .quick)
    try await stage.replica.synchronize(listsEverything: true)
    return (stage, try #require(NSFileProviderManager(for: stage.domain)))
  }

  private func item(_ name: String) -> NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(name) }

  private func isHere(_ path: String, _ stage: ReplicaStage) throws -> Bool {
    try stage.item(path)?.flags.contains(.dataless) == false
  }

  @Test func `contents are dropped, and come again when asked for`() async throws {
    let (stage, manager) = try await stage()
    #expect(try await stage.read("/a") == "alpha\n")
    try await manager.evictItem(identifier: item("a"))
    #expect(try !isHere("/a", stage))
    try await manager.requestDownloadForItem(withIdentifier: item("a"))
    #expect(try await eventually { (try? isHere("/a", stage)) == true })
    await stage.stop()
  }

  @Test func `what the provider does not have is not dropped`() async throws {
    let (stage, manager) = try await stage([.failing(.serverUnreachable, in: .modify, of: "b")])
    _ = try await stage.read("/folder/b")
    try stage.write("/folder/b", "edited")
    let document = await failure { try await manager.evictItem(identifier: item("b")) }
    #expect(document?.code == NSFileProviderError.Code.unsyncedEdits.rawValue)
    let folder = await failure { try await manager.evictItem(identifier: item("folder")) }
    #expect(folder?.code == NSFileProviderError.Code.nonEvictableChildren.rawValue)
    #expect(try isHere("/folder/b", stage))
    await stage.stop()
  }

  @Test func `an item that is not here is said not to be`() async throws {
    let (stage, manager) = try await stage()
    let error = await failure { try await manager.evictItem(identifier: item("nothing")) }
    #expect(error?.domain == NSFileProviderErrorDomain && error?.code == -1005)
    let refused = await failure {
      try await manager.requestModification(of: .contents, forItemWithIdentifier: item("folder"))
    }
    #expect(refused?.domain == NSCocoaErrorDomain)
    await stage.stop()
  }

  @Test func `fields are uploaded again on request`() async throws {
    let (stage, manager) = try await stage()
    #expect(stage.provider.count(.modify, of: "a") == 0)
    try await manager.requestModification(of: [.filename, .contentModificationDate], forItemWithIdentifier: item("a"))
    #expect(try await eventually { stage.provider.count(.modify, of: "a") == 1 })
    await stage.stop()
  }

  @Test func `a modification that is asked for has the options that it was asked for with`() async throws {
    let (stage, manager) = try await stage()
    let options: NSFileProviderModifyItemOptions = [.failOnConflict, .isImmediateUploadRequestByPresentingApplication]
    try await manager.requestModification(of: .filename, forItemWithIdentifier: item("a"), options: options)
    #expect(try await eventually { stage.provider.modifyOptions == [options] })
    try stage.write("/a", "edited")
    #expect(try await stage.push())
    #expect(stage.provider.modifyOptions == [options, []])
    await stage.stop()
  }

  @Test func `whoever observes the domain hears that something has come, and that something waits`() async throws {
    let (stage, manager) = try await stage([.failing(.serverUnreachable, in: .modify, of: "a")])
    let reported = Monitor(Set<Notification.Name>())
    let names: [Notification.Name] = [.fileProviderMaterializedSetDidChange, .fileProviderPendingSetDidChange]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { notice in
        // Other suites have domains in this process, too.
        guard (notice.object as? NSFileProviderManager)?.domainIdentifier == stage.domain.identifier else { return }
        reported.withLock { _ = $0.insert(notice.name) }
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    #expect(try await stage.read("/a") == "alpha\n")
    #expect(try await eventually { reported.withLock { $0.contains(.fileProviderMaterializedSetDidChange) } })
    try stage.write("/a", "edited")
    #expect(try await eventually { reported.withLock { $0.contains(.fileProviderPendingSetDidChange) } })
    _ = manager
    await stage.stop()
  }

  @Test func `a barrier lets nothing through that is not uploaded`() async throws {
    let (stage, manager) = try await stage()
    try stage.make("/new", kind: .folder)
    try stage.make("/new/doc", "text")
    try await manager.waitForChanges(below: .rootContainer)
    #expect(stage.providedText("/new/doc") == "text")
    stage.tree.put(MemoryItem("there", contents: "made there\n"))
    try stage.make("/other", "text")
    try await manager.waitForStabilization()
    #expect(stage.providedText("/other") == "text")
    #expect(try stage.item("/there") != nil)
    await stage.stop()
  }

  @Test func `a barrier ends with the item that the provider refuses`() async throws {
    let (stage, manager) = try await stage([.failing(.cannotSynchronize, in: .modify, of: "a")])
    try stage.move("/a", to: "/renamed")
    let error = await failure { try await manager.waitForChanges(below: .rootContainer) }
    #expect(error?.code == NSFileProviderError.Code.cannotSynchronize.rawValue)
    #expect((error?.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItem)?.filename == "renamed")
    // Below another folder everything is uploaded.
    try await manager.waitForChanges(below: item("folder"))
    await stage.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a barrier does not wait for whoever has a document open`() async throws {
    let (stage, manager) = try await stage()
    _ = try await stage.read("/a")
    let reader = try stage.store.contents.openDocuments.open(stage.id("/a"))
    stage.tree.change("a") { $0.contents = Data("another alpha\n".utf8) }
    try await stage.replica.synchronize()
    try await manager.waitForChanges(below: .rootContainer)
    #expect(try await stage.read("/a") == "alpha\n")
    _ = consume reader
    await stage.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `a barrier ends where the domain is disconnected`() async throws {
    let (stage, manager) = try await stage()
    try await manager.disconnect(reason: "an update")
    try stage.make("/new", "text")
    let error = await failure { try await manager.waitForChanges(below: .rootContainer) }
    #expect(error?.code == NSFileProviderError.Code.providerDomainTemporarilyUnavailable.rawValue)
    await stage.stop()
  }

  @Test func `no call reaches a provider that is disconnected, not even of the next process`() async throws {
    let (stage, manager) = try await stage()
    try await manager.disconnect(reason: "an update")
    #expect(stage.domain.isDisconnected)
    try stage.make("/new", "text")
    #expect(await stage.failure { _ = try await stage.read("/folder/c") } != nil)
    #expect(stage.provider.count(.fetch, of: "c") == 0)
    try await stage.restart()
    #expect(await stage.failure { _ = try await stage.read("/folder/c") } != nil)
    #expect(stage.provider.count(.fetch, of: "c") == 0 && stage.providedText("/new") == nil)
    let next = try #require(NSFileProviderManager(for: stage.domain))
    try await next.reconnect()
    #expect(!stage.domain.isDisconnected)
    #expect(try await stage.read("/folder/c") == "gamma\n")
    #expect(try await eventually { stage.providedText("/new") == "text" })
    await stage.stop()
  }

  // The provider forgets to report a change; only a new listing finds it.
  @Test func `a folder is compared with the provider afresh`() async throws {
    let (stage, manager) = try await stage()
    stage.tree.put(MemoryItem("silent", in: "folder", contents: "x"))
    stage.tree.forgetHistory()
    try await manager.reimportItems(below: .rootContainer)
    try await manager.waitForStabilization()
    #expect(try stage.names("/folder").contains("silent"))
    await stage.stop()
  }

  @Test func `a provider without actions says so`() async throws {
    let (stage, _) = try await stage()
    let error = await withCheckedContinuation { continuation in
      stage.replica.perform(.action(NSFileProviderExtensionActionIdentifier("share"), [item("a")])) {
        continuation.resume(returning: $0 as NSError?)
      }
    }
    #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSFeatureUnsupportedError)
    await stage.stop()
  }

  private func failure(_ body: () async throws -> Void) async -> NSError? {
    do {
      try await body()
      return nil
    } catch { return error as NSError }
  }
}
