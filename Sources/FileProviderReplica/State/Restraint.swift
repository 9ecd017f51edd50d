import FileProviderStore

/// Why no change made here is sent, and only what programs wait for is downloaded, if that is so. A struct without a clock.
struct Restraint: Hashable {
  /// The user's pause, as it was read last.
  var pause: TransferPause?
  /// Whether the network is metered, and whether the user wants everything transferred there, too.
  var (isMetered, usesMetered) = (false, false)

  var isOfNetwork: Bool { isMetered && !usesMetered }

  /// Whether it holds.
  func holds(at now: Timestamp) -> Bool { isOfNetwork || pause.map { !$0.isOver(at: now) } ?? false }

  /// Why nothing is uploaded, for those who wait for that.
  var words: String { isOfNetwork ? "not uploaded: the network is metered" : "not uploaded: the domain is paused" }

  /// In how many nanoseconds it ends by itself; `nil` where it does not.
  func remainder(at now: Timestamp) -> Int64? {
    guard !isOfNetwork, let end = pause?.end else { return nil }
    let (left, overflow) = end.rawValue.subtractingReportingOverflow(now.rawValue)
    return overflow ? nil : left
  }
}
