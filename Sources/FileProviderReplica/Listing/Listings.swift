import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

/// Lists containers, each to its end.
final class Listings: ReplicaPart {
  let state: ReplicaState
  let applier: BatchApplier
  /// The threads that list.
  let listers: WorkerPool
  private let changes: GatheredChanges
  /// The passes that were begun together, and have not been taken up yet.
  let begun = Mutex<[ItemID: ListingPass.Start]>([:])

  init(_ applier: BatchApplier) {
    state = applier.state
    self.applier = applier
    listers = WorkerPool(name: "replica.list", limit: state.limits.concurrency)
    changes = GatheredChanges(mostWeight: state.limits.itemsPerTransaction)
  }

  /// Lists a container to its end, trying again what fails for the moment.
  ///
  /// - Parameter asker: The program that wants it; `nil` where the replica does, by itself.
  /// - Throws: The provider's error, when trying again at once is useless; its consequences have been drawn.
  func list(_ container: ItemID, for asker: SourceAsker? = nil) throws {
    var backoff = backoff()
    var restarts = 0
    while true {
      var asked: ListingPass.Start?
      do {
        let start = try ListingPass.start(self, container)
        asked = start
        let mayBeGone = try ListingPass.run(self, from: start, for: asker)
        state.latches.withLock { $0.clear(container) }
        state.status.withLock { $0.noteListing(of: container, at: MonotonicClock.now) }
        if mayBeGone { try state.concludeDeletionsLater() }
        state.wakeKeeper()
        state.noteMaterialized()
        return
      } catch let error as StoreError {
        throw error
      } catch is ListingPass.Moved {
        continue
      } catch is ListingPass.BeginAnew {
        try beginAnew(container, &restarts)
      } catch {
        switch ProviderErrorPolicy(error).reaction {
        case .retry:
          guard let pause = backoff.next() else { throw error }
          try inFlight.pause(pause)
        case .remove where try state.isElsewhere(container, than: asked?.identifier):
          guard let pause = backoff.next() else { throw ReplicaError.timedOut }
          try inFlight.pause(pause)
        case .remove where container == .root:
          try state.react(to: ReplicaError.rootMissing, of: container)
        case .listAgain:
          try beginAnew(container, &restarts)
        case .park:
          // The stored page token may be what the provider stumbles over.
          try change { (transaction) throws(StoreError) in
            try ReplicationEditor(transaction).expireListing(of: container)
          }
          try state.react(to: error, of: container)
        default:
          // It may get another identifier at any moment, by the listing of the folder that it is in.
          try state.react(to: error, of: container, known: asked?.known)
        }
      }
    }
  }

  /// As `change`, together with what other threads write of listings at this moment.
  ///
  /// - Parameter weight: How many items are written.
  func change<Value>(
    weight: Int, _ body: @escaping (Transaction) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try changes.make(weight: weight, in: { (body) throws(StoreError) in try change(body) }, body)
  }

  private func beginAnew(_ container: ItemID, _ restarts: inout Int) throws {
    restarts += 1
    guard restarts <= ReplicaState.mostRestarts else { throw ReplicaError.broken("the listing keeps expiring") }
    try change { (transaction) throws(StoreError) in try ReplicationEditor(transaction).expireListing(of: container) }
  }
}
