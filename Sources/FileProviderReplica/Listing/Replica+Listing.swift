import FileProviderInterface
import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

extension Replica {
  /// Lists a container to its end, trying again what fails for the moment.
  ///
  /// - Parameter asker: The program that wants it; `nil` where the replica does, by itself.
  /// - Throws: The provider's error, when trying again at once is useless; its consequences have been drawn.
  func load(_ container: ItemID, for asker: SourceAsker? = nil) throws {
    var backoff = backoff()
    var restarts = 0
    while true {
      var asked: ListingPass.Start?
      do {
        let start = try ListingPass.start(self, container)
        asked = start
        let mayBeGone = try ListingPass.run(self, from: start, for: asker)
        latches.withLock { $0.clear(container) }
        status.withLock { $0.noteListing(of: container, at: MonotonicClock.now) }
        if mayBeGone { try concludeDeletionsLater() }
        noteKeeping()
        noteMaterialized()
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
        case .remove where try isElsewhere(container, than: asked?.identifier):
          guard let pause = backoff.next() else { throw ReplicaError.timedOut }
          try inFlight.pause(pause)
        case .remove where container == .root:
          try react(to: ReplicaError.rootMissing, of: container)
        case .listAgain:
          try beginAnew(container, &restarts)
        case .park:
          // The stored page token may be what the provider stumbles over.
          try change { (transaction) throws(StoreError) in try transaction.expireListing(of: container) }
          try react(to: error, of: container)
        default:
          // It may get another identifier at any moment, by the listing of the folder that it is in.
          try react(to: error, of: container, known: asked?.known)
        }
      }
    }
  }

  /// As `change`, together with what other threads write of listings at this moment.
  ///
  /// - Parameter weight: How many items are written.
  func changeListing<Value>(
    weight: Int, _ body: @escaping (Transaction) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try listingChanges.make(weight: weight, in: { (body) throws(StoreError) in try change(body) }, body)
  }

  private func beginAnew(_ container: ItemID, _ restarts: inout Int) throws {
    restarts += 1
    guard restarts <= Self.mostRestarts else { throw ReplicaError.broken("the listing keeps expiring") }
    try change { (transaction) throws(StoreError) in try transaction.expireListing(of: container) }
  }
}
