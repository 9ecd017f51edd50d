/// What becomes of a transaction in the provider's name.
package enum WritingEvent: Sendable {
  /// It will be committed, and nobody else writes before that. Nothing that came after `before` and up to `after` is another's.
  case made(before: Generation, after: Generation)
  /// It has kept others from writing for so long; both in nanoseconds of the monotonic clock.
  case ended(began: Int64, at: Int64)
}
