import FileProviderInterface
import FileProviderStore

/// The state of a domain's synchronization that is known beside the store, for as long as the process runs.
package struct ReplicaStatus {
  /// When a pull was last complete, in microseconds since 1970: written some seconds later at most.
  package static let pulledSetting = "provider.pulled"

  /// How the provider reports its changes.
  enum Feed {
    /// Not at all: it has no anchor.
    case none
    /// It has an anchor, which has never moved: maybe nothing has changed, maybe the provider does not report changes.
    case still
    case moving
  }

  var feed = Feed.still
  /// When a pull was last complete, in microseconds since 1970.
  var pulled: Int64?
  /// The same, as it is in the store.
  var recorded: Int64?
  /// What was logged to stay on this machine.
  var logged: Set<String> = []
  /// Whether the provider was asked for its root.
  var hasAskedForRoot = false
  /// Whether the last pull was not complete.
  var isPullIncomplete = false
  /// When the user was last notified of errors, by domain and code; monotonic, in nanoseconds.
  private var notified: [String: UInt64] = [:]
  /// When folders were listed last, or tried to be; monotonic, in nanoseconds.
  private var listed: [ItemID: UInt64] = [:]

  /// The age at which the listing of an opened folder is renewed for a provider that does not report its changes, in milliseconds.
  static let usualAge: Int64 = 30_000
  /// How many folders are remembered; those that are not count as never listed.
  static let mostListed = 16_384

  mutating func noteListing(of folder: ItemID, at now: UInt64) {
    if listed.count >= Self.mostListed, listed[folder] == nil { listed.removeAll() }
    listed[folder] = now
  }

  /// Whether the user is to be notified of an error, which is noted: not again within an hour.
  mutating func isNotificationDue(of error: any Error, at now: UInt64) -> Bool {
    let error = error as NSError
    let key = "\(error.domain) \(error.code)"
    if let last = notified[key], now >= last, now - last < 3_600_000_000_000 { return false }
    if notified.count >= 256 { notified.removeAll() }
    notified[key] = now
    return true
  }

  /// Whether an opened folder is to be listed again.
  ///
  /// - Parameter age: How old its listing may be, in milliseconds; `nil` for what follows from how the provider reports changes.
  func isStale(_ folder: ItemID, refreshAfter age: Int64?, at now: UInt64) -> Bool {
    guard age != .max, age != nil || feed != .moving else { return false }
    guard let last = listed[folder] else { return true }
    let milliseconds = UInt64(max(0, age ?? Self.usualAge))
    return (now > last ? now - last : 0) / 1_000_000 >= milliseconds
  }
}
