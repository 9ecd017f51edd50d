import Foundation

/// A folder that the system has listed, without what is in it.
struct KnownFolder: Sendable {
  var tag: EntityTag?
  /// The folder itself, from its own listing.
  var entry: RemoteEntry?
  /// What names the state of its contents (RFC 6578).
  var token: String?
  /// How often in a row the server refused the token.
  var refusals = 0
  /// The time to the next look, in seconds.
  var interval: Double
  var nextLook: Date

  init(interval: Double) {
    self.interval = interval
    nextLook = Date(timeIntervalSinceNow: interval)
  }
}

/// An item with its names for the system.
struct KnownItem: Hashable, Sendable {
  var entry: RemoteEntry
  var identifier: String
  var parent: String
}
