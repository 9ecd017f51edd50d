import FileProviderInterface
import FileProviderReplica
import FileProviderStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderManaging

/// What waits for a provider, as a set whose changes are told.
@Suite struct PendingSetTests {
  private let temporary: TemporaryStore
  private let set: PendingSet

  init() throws {
    temporary = try TemporaryStore()
    let store = temporary.store
    set = PendingSet { body in try body(store) }
    try store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      try ReplicationEditor(transaction).adoptProvider("test", hasTrash: true)
      for name in ["a", "b"] {
        _ = try ApplyingEditor(transaction).apply(
          ProvidedItem(identifier: name, parent: "root", filename: name, kind: .file), in: .root)
      }
    }
  }

  private final class Told: NSObject, NSFileProviderChangeObserver, Sendable {
    let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    func didUpdate(_ items: [any NSFileProviderItem]) { for item in items { add("+" + item.itemIdentifier.rawValue) } }
    func didDeleteItems(withIdentifiers gone: [NSFileProviderItemIdentifier]) {
      for identifier in gone { add("-" + identifier.rawValue) }
    }
    func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
      add(String(decoding: anchor.rawValue, as: UTF8.self))
    }
    func finishEnumeratingWithError(_ error: any Error) { add("\((error as NSError).code)") }
  }

  private func changes(from anchor: String) -> [String] {
    let told = Told()
    set.enumerateChanges(for: told, from: NSFileProviderSyncAnchor(Data(anchor.utf8)))
    return told.lines.withLock { $0 }
  }

  private func anchor() async throws -> String {
    String(decoding: try #require(await set.currentSyncAnchor()).rawValue, as: UTF8.self)
  }

  private func edit(_ identifier: String, _ value: UInt8) throws {
    try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
      guard let id = try transaction.reader.item(identifiedBy: NSFileProviderItemIdentifier(identifier)) else { return }
      try transaction.changeExtendedAttribute("user.note", to: [value], of: id)
    }
  }

  /// Has what waits for an item told.
  private func acknowledge(_ identifier: String) throws {
    try temporary.store.change(author: ChangeAuthor.remote) { (transaction) throws(StoreError) in
      guard let id = try transaction.reader.item(identifiedBy: NSFileProviderItemIdentifier(identifier)) else { return }
      try ReplicationEditor(transaction).forgetPending(id)
    }
  }

  @Test func `what comes to wait, changes while it waits, and is told, is told once from each anchor`() async throws {
    let empty = try await anchor()
    #expect(changes(from: empty) == [empty])
    try edit("a", 1)
    let one = changes(from: empty)
    #expect(one.count == 2 && one[0] == "+a" && one[1] != empty)
    #expect(changes(from: one[1]) == [one[1]])
    try edit("a", 2)
    try edit("b", 1)
    #expect(changes(from: one[1]).dropLast().sorted() == ["+a", "+b"])
    #expect(changes(from: empty).dropLast().sorted() == ["+a", "+b"])
    let both = try await anchor()
    try acknowledge("a")
    #expect(changes(from: both).dropLast() == ["-a"])
  }

  @Test func `an anchor that is not known any more has expired, and so has what is none`() async throws {
    let first = try await anchor()
    for value in 1...UInt8(SetMoments.mostKept) {
      #expect(changes(from: first).count == (value == 1 ? 1 : 2))
      try edit("a", value)
      _ = try await anchor()
    }
    let expired = "\(NSFileProviderError.Code.syncAnchorExpired.rawValue)"
    #expect(changes(from: first) == [expired])
    for odd in ["", "nothing", "../../items.sqlite", UUID().uuidString] { #expect(changes(from: odd) == [expired]) }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: temporary.store.directory.appendingPathComponent("provider.sets").path)
    #expect(files.count == SetMoments.mostKept)
  }

  @Test func `says how fresh it is, and of which version of the domain`() throws {
    #expect(set.refreshInterval == 1 && !set.isMaximumSizeReached && set.domainVersion == nil)
    let version = NSFileProviderDomainVersion().next()
    let data = try NSKeyedArchiver.archivedData(withRootObject: version, requiringSecureCoding: true)
    try temporary.store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("provider.state.version", to: data.base64EncodedString())
    }
    #expect(set.domainVersion == version)
  }
}
