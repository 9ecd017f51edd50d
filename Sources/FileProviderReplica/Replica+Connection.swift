import FileProviderInterface
import FileProviderStore
import LinuxSystem

/// Taking the domain out of service, and back.
extension Replica {
  /// Makes no call any more, also after the process has ended, until `reconnect`. Waits for the calls that are under way.
  func disconnect(_ reason: String) throws {
    try change { (transaction) throws(StoreError) in
      try transaction.changeSetting(DomainSetting.disconnected, to: reason)
    }
    state.domain.isDisconnected = true
    inFlight.disconnect()
    _ = inFlight.waitUntilIdle(until: .after(limits.call))
  }

  func reconnect() throws {
    try change { (transaction) throws(StoreError) in
      try transaction.changeSetting(DomainSetting.disconnected, to: nil)
    }
    state.domain.isDisconnected = false
    inFlight.connect()
    state.signal()
  }

  /// Does what the domain's last process knew.
  func restoreConnection() throws(StoreError) {
    let reason = try store.readCommitted { (reader) throws(StoreError) in
      try reader.setting(DomainSetting.disconnected)
    }
    guard reason != nil else { return }
    state.domain.isDisconnected = true
    inFlight.disconnect()
  }
}
