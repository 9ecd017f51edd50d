import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderStore

/// What is reported of changes that do not stay as they were made here.
@Suite struct OverruledChangesTests {
  /// A batch of the provider's changes is one transaction, and may hold several.
  @Test func `each conflict of a transaction is reported`() throws {
    let temporary = try TemporaryStore()
    let store = temporary.store
    let documents = try ["a", "b", "c"].map { try temporary.createDocument($0, "ours") }
    let reported = Monitor<[OverruledChange]>([])
    store.whenOverruled { change in reported.withLock { $0.append(change) } }
    try store.changeAsProvider(.standard) { (transaction) throws(StoreError) in
      for id in documents { try RescueEditor(transaction).copyConflict(of: transaction.record(id)) }
    }
    let conflicting = reported.read { $0 }.compactMap { change -> ItemID? in
      if case .conflict(let document, let copy) = change, copy != document { document } else { nil }
    }
    #expect(conflicting == documents)
  }
}
