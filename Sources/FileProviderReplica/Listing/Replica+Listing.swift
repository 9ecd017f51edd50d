import FileProviderInterface
import FileProviderStore
import Logging
import Synchronization

extension Replica {
  /// Lists a container to its end, trying again what fails for the moment.
  ///
  /// - Throws: The provider's error, once trying again now is no use; what follows from it has been done.
  func load(_ container: ItemID) throws {
    var backoff = backoff()
    var restarts = 0
    while true {
      do {
        try ListingPass.run(self, container: container)
        latches.withLock { $0.clear(container) }
        return
      } catch let error as StoreError {
        throw error
      } catch is ListingPass.BeginAnew {
        try beginAnew(container, &restarts)
      } catch {
        switch ProviderErrorPolicy(error).reaction {
        case .retry:
          guard let pause = backoff.next() else { throw error }
          try inFlight.pause(pause)
        case .listAgain:
          try beginAnew(container, &restarts)
        case .park:
          // A token that leads nowhere is not where to go on.
          try write { (transaction) throws(StoreError) in try transaction.expireListing(of: container) }
          try settle(error, of: container)
        default:
          try settle(error, of: container)
        }
      }
    }
  }

  private func beginAnew(_ container: ItemID, _ restarts: inout Int) throws {
    restarts += 1
    guard restarts <= Self.mostRestarts else { throw ReplicaError.broken("the listing has expired time and again") }
    try write { (transaction) throws(StoreError) in try transaction.expireListing(of: container) }
  }
}
