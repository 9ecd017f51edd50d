import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization

/// What the provider is to be told of this machine: that what is here, or what waits for it, has changed, and which folders programs open.
struct ProviderNotices {
  var isStopped = false
  /// Listings or contents have come.
  var isMaterializedDue = false
  /// Something was committed: what waits may have changed.
  var mayPendingHaveChanged = false
  /// The folders that programs have opened.
  private(set) var opened: Set<ItemID> = []

  /// Of more at once, which only a walk through the tree opens, nobody waits in one of them.
  private static let mostOpened = 256

  init(isStopped: Bool = false) { self.isStopped = isStopped }

  var isDue: Bool { isMaterializedDue || mayPendingHaveChanged || !opened.isEmpty }

  mutating func noteOpening(of folder: ItemID) {
    if opened.count < Self.mostOpened { opened.insert(folder) }
  }
}

/// Telling the provider that the set of what is materialized, or of what is pending, has changed: once for all that changes within a moment.
///
/// A thread of its own calls the provider, so that one that does not return from a call holds up nothing else.
extension Replica {
  func startNotifying() throws(StoreError) {
    try startThread("replica.notify") { [self] in
      var told = pendingSet
      while true {
        let due = notices.wait { notices -> ProviderNotices? in
          guard notices.isDue || notices.isStopped else { return nil }
          defer { notices = ProviderNotices(isStopped: notices.isStopped) }
          return notices
        }
        if due.isStopped { return }
        if due.isMaterializedDue {
          calls.box.provider.materializedItemsDidChange {}
          post(.fileProviderMaterializedSetDidChange)
        }
        let now = due.mayPendingHaveChanged ? pendingSet : told
        if now != told {
          told = now
          calls.box.provider.pendingItemsDidChange {}
          post(.fileProviderPendingSetDidChange)
        }
        for folder in due.opened { tellOpening(of: folder) }
        if notices.wait(until: .after(limits.noticeInterval), for: { $0.isStopped ? true : nil }) == true { return }
      }
    }
  }

  /// Tells whoever in this process observes the domain's manager.
  private func post(_ name: Notification.Name) {
    guard let manager = NSFileProviderManager(for: domain) else { return }
    NotificationCenter.default.post(name: name, object: manager)
  }

  /// A provider that tells its changes hears that a program looks into a folder by being asked for its enumerator, as on Apple's systems: so it can look
  /// for changes there first. It is asked for nothing else.
  private func tellOpening(of folder: ItemID) {
    let identifier = try? store.readCommitted { (reader) throws(StoreError) in
      try reader.providerIdentifier(of: folder)
    }
    guard let identifier else { return }
    try? calls.withEnumerator(for: identifier, request: calls.request(for: .unknown)) { _ in }
  }

  func noteMaterialized() {
    // It is said for each folder that is listed, and wakes the thread once.
    if !notices.read({ $0.isMaterializedDue }) { notices.withLock { $0.isMaterializedDue = true } }
  }

  /// What waits, in one number, which differs when something of that changes; `nil` where it cannot be read.
  private var pendingSet: Int64? {
    let sql =
      "SELECT count(*) + coalesce(sum((newest * 8 + state) % 1000000007), 0) FROM pending WHERE state <> 4"
    return try? store.readCommitted { (reader) throws(StoreError) in try reader.integer(sql) }
  }
}
