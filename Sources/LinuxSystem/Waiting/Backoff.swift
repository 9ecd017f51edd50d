/// How long to wait before a retry: about twice as long each time, for a limited number of retries.
///
/// Random differences keep many callers that failed together from trying again together.
package struct Backoff: Sendable {
  private var attempt = 0
  private let attempts: Int
  private let first: Duration
  private let longest: Duration

  package init(attempts: Int = .max, first: Duration, longest: Duration) {
    self.attempts = attempts
    self.first = first
    self.longest = longest
  }

  /// The next pause, or `nil` when it has been tried often enough.
  package mutating func next() -> Duration? {
    guard attempt < attempts else { return nil }
    let pause = Swift.min(longest, first * (1 << Swift.min(attempt, 20)))
    attempt += 1
    return pause * Double.random(in: 0.5...1)
  }

  /// Notes a success: the pauses begin again with the first.
  package mutating func reset() { attempt = 0 }
}
