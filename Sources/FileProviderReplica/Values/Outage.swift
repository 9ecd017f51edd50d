import FileProviderStore

/// How long a provider has been out of reach, and when it may be asked again. A struct without a clock; times are monotonic, in nanoseconds.
///
/// Unlike other errors that latch an item, `serverUnreachable` ends without a signal. So one question after each pause goes to the provider as a probe,
/// and its success ends the outage for all items.
struct Outage {
  /// When it began.
  private let began: UInt64
  /// When the provider was probed last, or that probe failed, and for which item.
  private var asked: UInt64
  private var last: ItemID
  private var isProbing = false
  /// How many pauses have passed.
  private var pauses = 0
  /// How many items have been found out of reach. Of so many, all are taken to be.
  var items = 0

  /// The first pause, each is twice as long as the one before, and the longest.
  static let (firstPause, longestPause) = (second * 2, second * 32)
  private static let second: UInt64 = 1_000_000_000
  /// A walk through a large tree asks for no more items one after the other.
  static let mostItems = 8

  init(of item: ItemID, at now: UInt64) { (began, asked, last) = (now, now, item) }

  /// When the next question may go to the provider.
  var due: UInt64 { asked + min(Self.firstPause << UInt64(min(pauses, 8)), Self.longestPause) }

  /// Notes that the provider is still unreachable. The pause begins when the probe has failed.
  mutating func note(_ item: ItemID, at now: UInt64) {
    guard isProbing, item == last else { return }
    (asked, isProbing) = (now, false)
  }

  /// Whether a question may go to the provider. It counts as the one of this pause.
  ///
  /// - Parameter isOpening: Whether a program has just opened the item. Each opening is tried, but of a walk that opens one document after the other no
  ///   more than one in the first pause.
  mutating func probes(_ item: ItemID, isOpening: Bool, at now: UInt64) -> Bool {
    if now >= due {
      pauses += 1
    } else {
      guard isOpening, items < Self.mostItems || item == last || now >= asked + Self.firstPause else { return false }
    }
    (asked, last, isProbing) = (now, item, true)
    return true
  }

  /// Whether it lasted so long that the user is notified of the next one.
  func isLong(at now: UInt64) -> Bool { now >= began + 60 * Self.second }
}
