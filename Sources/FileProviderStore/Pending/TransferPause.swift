/// The user's pause of a domain's transfers: no change made here is sent, and only what programs wait for is downloaded.
package struct TransferPause: Hashable, Sendable {
  /// When the user paused.
  package var begin: Timestamp
  /// When it ends by itself; `nil` where only the user ends it.
  package var end: Timestamp?

  package init(begin: Timestamp = .now, end: Timestamp? = nil) { (self.begin, self.end) = (begin, end) }

  /// Whether it has ended by itself. So has one that has not begun: the clock was wrong then, and its end may be years away.
  package func isOver(at now: Timestamp) -> Bool { end.map { now >= $0 || now < begin } ?? false }

  /// - Parameter text: The setting's text (`text`). Where it has no times only the user ends the pause.
  fileprivate init(_ text: String) {
    let times = text.split(separator: " ").compactMap { Int64($0) }.map { Timestamp(rawValue: $0) }
    self = times.count == 2 ? TransferPause(begin: times[0], end: times[1]) : TransferPause()
  }

  fileprivate var text: String { end.map { "\(begin.rawValue) \($0.rawValue)" } ?? Self.endless }

  /// The setting's text for a pause that only the user ends.
  private static let endless = "endless"
}

extension ProvidedReader {
  /// The pause of the domain's transfers; `nil` where there is none, or it is over.
  package func transferPause(at now: Timestamp = .now) throws(StoreError) -> TransferPause? {
    guard let text = try reader.setting(DomainSetting.paused) else { return nil }
    let pause = TransferPause(text)
    return pause.isOver(at: now) ? nil : pause
  }

  /// Whether everything is transferred on metered networks, and not only what programs wait for.
  package func usesMeteredNetworks() throws(StoreError) -> Bool {
    try reader.setting(DomainSetting.metered) != nil
  }
}

extension PendingEditor {
  /// Pauses the domain's transfers, or resumes them (`nil`). The provider's process does not notice that by itself.
  package func setTransferPause(_ pause: TransferPause?) throws(StoreError) {
    try transaction.changeSetting(DomainSetting.paused, to: pause?.text)
  }

  /// Sets whether everything is transferred on metered networks. As for a pause, the provider's process does not notice.
  package func setUsesMeteredNetworks(_ uses: Bool) throws(StoreError) {
    try transaction.changeSetting(DomainSetting.metered, to: uses ? "all" : nil)
  }
}
