/// How many recents a domain keeps, and for how long.
package struct RecentsPolicy: Hashable, Sendable {
  /// The most items with a last-used date; 0 for no recents at all.
  package var limit: Int64
  /// How long ago an item may have been used, in seconds.
  package var age: Int64

  /// More than fills a screen, and for about as long as users remember.
  package static let standard = RecentsPolicy(limit: 500, age: 90 * 86400)

  package init(limit: Int64, age: Int64) {
    self.limit = limit
    self.age = age
  }

  /// The date before which a use no longer counts.
  package func start(at now: Timestamp) -> Timestamp { now.earlier(bySeconds: age) }

  fileprivate static let limitKey = "recents-limit"
  fileprivate static let ageKey = "recents-age"
}

extension TreeReader {
  /// The domain's own bounds, or else the default ones.
  package func recentsPolicy() throws(StoreError) -> RecentsPolicy {
    let usual = RecentsPolicy.standard
    return RecentsPolicy(
      limit: try reader.setting(RecentsPolicy.limitKey).flatMap { Int64($0) } ?? usual.limit,
      age: try reader.setting(RecentsPolicy.ageKey).flatMap { Int64($0) } ?? usual.age)
  }
}

extension TreeEditor {
  /// Sets the domain's own bounds. No marks are removed here; see `trimRecents`.
  package func setRecentsPolicy(_ policy: RecentsPolicy) throws(StoreError) {
    try transaction.changeSetting(RecentsPolicy.limitKey, to: String(policy.limit))
    try transaction.changeSetting(RecentsPolicy.ageKey, to: String(policy.age))
  }
}
