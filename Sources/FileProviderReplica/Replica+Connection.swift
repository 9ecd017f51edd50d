import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// Taking the domain out of service, and back.
extension Replica {
  /// Makes no call any more, also after the process has ended, until `reconnect`. Waits for the calls that are under way.
  ///
  /// - Throws: `timedOut` where some of them do not end in time; the domain is disconnected all the same.
  func disconnect(_ reason: String) throws {
    try change { (transaction) throws(StoreError) in
      try transaction.changeSetting(DomainSetting.disconnected, to: reason)
    }
    noteConnection(isDisconnected: true)
    guard inFlight.waitUntilIdle(until: .after(limits.call)) else { throw ReplicaError.timedOut }
  }

  func reconnect() throws {
    try change { (transaction) throws(StoreError) in
      try transaction.changeSetting(DomainSetting.disconnected, to: nil)
    }
    noteConnection(isDisconnected: false)
    state.signal()
  }

  /// Does what the domain's last process knew.
  func restoreConnection() throws(StoreError) {
    let reason = try store.readCommitted { (reader) throws(StoreError) in
      try reader.setting(DomainSetting.disconnected)
    }
    if reason != nil { noteConnection(isDisconnected: true) }
  }

  private func noteConnection(isDisconnected: Bool) {
    state.domain.isDisconnected = isDisconnected
    if isDisconnected { inFlight.disconnect() } else { inFlight.connect() }
    state.notices.withLock { $0.isDisconnected = isDisconnected }
  }
}
