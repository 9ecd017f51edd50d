import FileProvider
import FileProviderStore
import FileProviderTesting
import Foundation
import TestSupport
import Testing

@testable import FileProviderReplica

/// Who is behind a call, as its request reports it.
@Suite struct RequestTests {
  private func withReplica(_ body: (AskedProvider, Replica, ItemStore) async throws -> Void) async throws {
    let place = try TestDirectory("requests")
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "test")
    let tree = MemoryTree([MemoryItem("folder", kind: .folder), MemoryItem("text", contents: "text")])
    let provider = AskedProvider(domain: domain, tree: tree)
    let store = try ItemStore(directory: place.url)
    let replica = Replica(
      store: store, extension: provider, domain: domain, logger: RecordedLog().logger, limits: .quick)
    try await replica.start()
    do { try await body(provider, replica, store) } catch {
      await replica.stop()
      throw error
    }
    await replica.stop()
  }

  private func load(_ subject: SourceSubject, for asker: SourceAsker, _ replica: Replica) async throws {
    try await withCheckedThrowingContinuation { continuation in
      _ = replica.begin(subject, for: asker) { continuation.resume(with: $0) }
    }
  }

  private func id(_ path: String, _ store: ItemStore) throws -> ItemID {
    try #require(try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path)?.id })
  }

  @Test func `a request says which program lists a folder or opens a document, and whether it is a file manager`()
    async throws
  {
    try await withReplica { provider, replica, store in
      try await load(.listing(.root), for: SourceAsker(executable: "/usr/bin/nautilus"), replica)
      let listing = try #require(provider.request("enumerator NSFileProviderRootContainerItemIdentifier"))
      #expect(listing.requestingExecutable == URL(fileURLWithPath: "/usr/bin/nautilus"))
      #expect(listing.isFileViewerRequest)
      #expect(!listing.isSystemRequest)
      try await load(.contents(try id("/text", store)), for: SourceAsker(executable: "/usr/bin/vim"), replica)
      let contents = try #require(provider.request("fetch text"))
      #expect(contents.requestingExecutable?.path == "/usr/bin/vim")
      #expect(!contents.isFileViewerRequest)
      #expect(!contents.isSystemRequest)
    }
  }

  @Test func `a program of which nothing is known is none of the system's`() async throws {
    try await withReplica { provider, replica, _ in
      try await load(.listing(.root), for: .unknown, replica)
      let listing = try #require(provider.request("enumerator NSFileProviderRootContainerItemIdentifier"))
      #expect(listing.requestingExecutable == nil)
      #expect(!listing.isFileViewerRequest)
      #expect(!listing.isSystemRequest)
    }
  }

  @Test func `a synchronization asks for the changes as a program, and a signal as the system`()
    async throws
  {
    try await withReplica { provider, replica, _ in
      let changes = "enumerator \(NSFileProviderItemIdentifier.workingSet.rawValue)"
      try await replica.synchronize()
      #expect(provider.request(changes)?.isSystemRequest == true)
      let _: SynchronizationReport = try await withCheckedThrowingContinuation { continuation in
        replica.catchUp(listing: nil) { continuation.resume(with: $0) }
      }
      let asked = try #require(provider.request(changes))
      #expect(!asked.isSystemRequest && asked.requestingExecutable != nil)
    }
  }

  @Test func `what the replica does by itself is the system's`() async throws {
    try await withReplica { provider, replica, _ in
      try await replica.synchronize(listsEverything: true)
      let listing = try #require(provider.request("enumerator folder"))
      #expect(listing.isSystemRequest)
      #expect(listing.requestingExecutable == nil)
    }
  }
}
