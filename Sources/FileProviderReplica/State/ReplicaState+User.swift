import FileProviderStore
import Foundation
import LinuxSystem
import Logging
import Synchronization

extension ReplicaState {
  /// Notifies the user of an error, if it requires user action.
  func notifyUser(of error: any Error, isParked: Bool = false) {
    guard isParked || ProviderErrorPolicy.needsUserAction(error) else { return }
    let now = MonotonicClock.now
    guard status.withLock({ $0.isNotificationDue(of: error, at: now) }) else { return }
    userActionRequired(error)
  }

  /// Notifies the user of what is moved to the folder `Rescued`, and of folders that are moved back, of each kind once an hour, and of each conflict. `status`
  /// reports it as long as something is in `Rescued`.
  func notifyOfOverruledChanges() {
    store.whenOverruled { [weak self] change in
      guard let self else { return }
      let (error, words): (NSError, String)
      switch change {
      case .rescued(let name):
        error = ReplicaError.rescued(name)
        words = "local changes that no longer have a place at the provider are in the folder Rescued"
      case .movedBack(let name):
        error = ReplicaError.movedBack(name)
        words = "undid the move of a folder here: at the provider, the destination is inside that folder"
      case .conflict(let document, let copy): return userEvents(.conflict(document: document, copy: copy))
      }
      guard status.withLock({ $0.isNotificationDue(of: error, at: MonotonicClock.now) }) else { return }
      logger.notice("\(words)")
      userActionRequired(error)
    }
  }

  /// Logs that something stays on this machine, once for each thing in the life of the process. `status` counts the items.
  ///
  /// - Parameter id: The first item that it was seen of, if that is known.
  func logOnce(_ sentence: String, _ id: ItemID? = nil) {
    guard status.withLock({ $0.logged.insert(sentence).inserted }) else { return }
    logger.notice("\(sentence)", metadata: id.map { [Logger.Key.item: "\($0)"] } ?? [:])
  }
}
