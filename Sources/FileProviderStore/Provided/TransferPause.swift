/// The user's pause of a domain's transfers: no upload begins, and only what programs wait for is downloaded.
package struct TransferPause: Hashable, Sendable {
  /// When it ends by itself; `nil` where only the user ends it.
  package var end: Timestamp?

  package init(end: Timestamp? = nil) { self.end = end }

  /// The setting's text for a pause that only the user ends.
  fileprivate static let endless = "endless"
}

extension ProvidedReader {
  /// The pause of the domain's transfers; `nil` where there is none, or it is over.
  package func transferPause(at now: Timestamp = .now) throws(StoreError) -> TransferPause? {
    guard let text = try reader.setting(DomainSetting.paused) else { return nil }
    let end = Int64(text).map { Timestamp(rawValue: $0) }
    return end.map { $0 <= now } == true ? nil : TransferPause(end: end)
  }

  /// Whether everything is transferred on metered networks, and not only what programs wait for.
  package func usesMeteredNetworks() throws(StoreError) -> Bool {
    try reader.setting(DomainSetting.metered) != nil
  }
}

extension PendingEditor {
  /// Pauses the domain's transfers, or resumes them (`nil`). The provider's process does not notice that by itself.
  package func setTransferPause(_ pause: TransferPause?) throws(StoreError) {
    let text = pause.map { $0.end.map { String($0.rawValue) } ?? TransferPause.endless }
    try transaction.changeSetting(DomainSetting.paused, to: text)
  }
  /// Sets whether everything is transferred on metered networks. As for a pause, the provider's process does not notice.
  package func setUsesMeteredNetworks(_ uses: Bool) throws(StoreError) {
    try transaction.changeSetting(DomainSetting.metered, to: uses ? "all" : nil)
  }
}
