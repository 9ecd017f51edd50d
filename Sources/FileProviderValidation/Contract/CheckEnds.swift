/// A breach of the rule that is being checked.
struct Violation: Error {
  /// What was seen.
  let seen: String
  init(_ seen: String) { self.seen = seen }
}

/// The rule that is being checked asks nothing of this provider, or cannot be put to the test.
struct Unmet: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}

/// The check is to end now.
struct Interrupted: Error {}
