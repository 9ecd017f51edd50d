import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem

/// Notifies the provider that the set of materialized items, or of pending ones, has changed: once for all that changes within a moment.
///
/// A thread of its own calls the provider, so that one that does not return from a call delays nothing else. A provider that is disconnected is called when
/// it is connected again.
struct Notifier: ReplicaPart {
  let state: ReplicaState

  func start() throws(StoreError) {
    try state.startThread("replica.notify") { [self] in
      var last = pendingSet
      while true {
        let due = state.notices.wait { $0.take() }
        if due.isStopped { return }
        if due.isMaterializedDue {
          calls.box.provider.materializedItemsDidChange {}
          post(.fileProviderMaterializedSetDidChange)
        }
        let now = due.mayPendingHaveChanged ? pendingSet : last
        if now != last {
          last = now
          calls.box.provider.pendingItemsDidChange {}
          post(.fileProviderPendingSetDidChange)
        }
        for folder in due.opened { reportOpening(of: folder) }
        if state.notices.wait(until: .after(limits.noticeInterval), for: { $0.isStopped ? true : nil }) == true {
          return
        }
      }
    }
  }

  /// Notifies whoever in this process observes the domain's manager.
  private func post(_ name: Notification.Name) {
    guard let manager = NSFileProviderManager(for: state.domain) else { return }
    NotificationCenter.default.post(name: name, object: manager)
  }

  /// A provider that reports its changes is asked for the enumerator of a folder that a program opens, as on Apple's systems: so it can look
  /// for changes there first. It is asked for nothing else.
  private func reportOpening(of folder: ItemID) {
    let identifier = try? store.readCommitted { (reader) throws(StoreError) in
      try ProvidedReader(reader).providerIdentifier(of: folder)
    }
    guard let identifier else { return }
    try? calls.withEnumerator(for: identifier, request: calls.request(for: .unknown)) { _ in }
  }

  /// What waits, in one number, which differs when something of that changes; `nil` where it cannot be read.
  private var pendingSet: Int64? {
    let sql =
      "SELECT count(*) + coalesce(sum((newest * 8 + state) % 1000000007), 0) FROM pending WHERE state <> 4"
    return try? store.readCommitted { (reader) throws(StoreError) in try reader.integer(sql) }
  }
}
