import FileProviderStore
import LinuxSystem
import Logging
import Synchronization

extension Replica {
  /// Sets who is called when a person has to do something: once for each kind of error, and again after an hour at the earliest.
  ///
  /// - Parameter body: Gets the provider's error. Called on a thread of the replica's, and must not block.
  package func whenPersonIsNeeded(_ body: @escaping @Sendable (any Error) -> Void) {
    personNeeded.withLock { $0 = body }
  }

  /// Has the person told of an error, if that can be mended by a person alone.
  func tellPerson(of error: any Error, isParked: Bool = false) {
    guard isParked || ProviderErrorPolicy.needsPerson(error) else { return }
    let now = MonotonicClock.now
    guard standing.withLock({ $0.tells(error, at: now) }) else { return }
    personNeeded.withLock { $0 }?(error)
  }

  /// Has the person told of what goes to the folder `Rescued`, the first thing within an hour. `status` says so as long as something is there.
  func tellOfRescues() {
    store.whenRescued { [weak self] name in
      guard let self else { return }
      let error = ReplicaError.rescued(name)
      guard standing.withLock({ $0.tells(error, at: MonotonicClock.now) }) else { return }
      logger.notice("what was changed here and has no place at the provider any more is in the folder Rescued")
      personNeeded.withLock { $0 }?(error)
    }
  }
}
