package import FileProviderStore
import LinuxSystem
import Synchronization

/// What the file system asks a replica for. Both calls come on threads of the file system that are kept for them, and
/// wait for the provider however long it takes: the deadline of a program's request is the file system's
/// (`ParkedRequests`).
extension Replica: ContainerSource {
  /// Lists a container that was never listed completely.
  package func list(_ container: ItemID) throws {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(container) }
    guard let item else { throw ReplicaError.noSuchItem }
    guard item.flags.contains(.unlisted) else { return }
    if let error = latches.withLock({ $0.error(for: container) }) { throw error }
    // The anchor comes before the first listing, so that what changes in between is told as a change.
    _ = pulls.wait(until: .after(limits.call), for: { $0.hasBegun ? true : nil })
    try loads.begin(.list(container), on: listers, { [self] in try load(container) }).wait()
  }

  /// Brings the contents of a document that are not here.
  package func bring(_ document: ItemID) throws {
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(document) }
    guard let item else { throw ReplicaError.noSuchItem }
    guard item.kind == .file, item.flags.contains(.dataless) else { return }
    if let error = latches.withLock({ $0.error(for: document) }) { throw error }
    try loads.begin(.bring(document), on: fetchers, { [self] in try fetch(document) }).wait()
  }
}
