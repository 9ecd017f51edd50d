/// What becomes of a transaction in the provider's name.
package enum WritingEvent: Sendable {
  /// It will be committed, and nobody else writes before that. Nothing that came after `before` and up to `after` is another's.
  case made(before: Generation, after: Generation)
  /// It has kept others from writing for so long; both in nanoseconds of the monotonic clock.
  case ended(began: Int64, at: Int64)
}

/// A change that was made here and does not stay as it was made, because of what the provider says.
package enum OverruledChange: Sendable, Hashable {
  /// What has this name went to the folder `Rescued`.
  case rescued(String)
  /// The folder of this name does not stay where it was moved to.
  case movedBack(String)
}
