import FileProviderInterface
import FileProviderStore
import Foundation
import Glibc
import Logging
import Synchronization

extension ReplicaState {
  /// Notes that the provider is in reach again: of what was only out of reach it is not known that it fails.
  func forgetOutages() {
    let areChanged = callRecords.withLock { records in
      CallRecord.Kind.allCases.count { kind in records.change(kind) { $0.forgetOutage() } } > 0
    }
    if areChanged { recordCalls() }
  }

  func noteSuccess(of kind: CallRecord.Kind) {
    let now = Timestamp.now.rawValue / 1000
    if callRecords.withLock({ $0.change(kind) { $0.noteSuccess(at: now) } }) { recordCalls() }
  }

  /// Notes that a call failed, if the error is about the provider and not only about the item.
  func noteFailure(of kind: CallRecord.Kind, _ error: any Error) {
    guard !(error is StoreError), !inFlight.isStopped, !domain.isDisconnected else { return }
    let error = error as NSError
    let policy = ProviderErrorPolicy(error)
    // A cancelled call.
    if policy.errno == EINTR { return }
    var tries = 1
    switch policy.reaction {
    case .remove, .hide, .rename, .restore, .renew, .keepLocal, .listAgain: return
    // Of one item it may be that item's alone.
    case .retry where kind == .pull: tries = limits.attempts
    case .retry, .wait, .park, .answer: break
    }
    let now = Timestamp.now.rawValue / 1000
    if callRecords.withLock({ $0.change(kind) { $0.note(error, tries: tries, at: now) } }) { recordCalls() }
  }

  /// Why the last round could not ask for the changes.
  var pullFailure: any Error {
    let pulls = callRecords.withLock { $0.records.first { $0.kind == .pull } }
    return pulls?.failure?.error ?? ReplicaError.timedOut
  }

  private func recordCalls() {
    do { try change { (transaction) throws(StoreError) in try recordCalls(transaction) } } catch {
      logger.debug("cannot record call results", metadata: [Logger.Key.error: "\(error)"])
    }
  }

  func recordCalls(_ transaction: Transaction) throws(StoreError) {
    guard let data = try? JSONEncoder().encode(callRecords.withLock { $0.records }) else { return }
    try transaction.changeSetting(CallRecord.setting, to: String(decoding: data, as: UTF8.self))
  }
}
