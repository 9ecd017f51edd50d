/// When the side bar looks at the domains: soon after something has happened, and less and less often as long as nothing changes.
struct SideBarPace {
  /// The shortest and the longest time between two looks. What raises no event, such as the progress of a download or a mount that does not answer, is seen
  /// within the longest.
  private static let (shortest, longest) = (Duration.seconds(1), Duration.seconds(16))
  /// A look may take this part of the time at most.
  private static let share = 10

  /// When the next look is due.
  private(set) var next: ContinuousClock.Instant
  /// Whether that look cannot be earlier, so that further events change nothing.
  private(set) var isHurried = true
  private var earliest: ContinuousClock.Instant
  private var interval = shortest

  /// Begins with a look at once.
  init(_ now: ContinuousClock.Instant) { (next, earliest) = (now, now) }

  /// Notes a look.
  ///
  /// - Parameter isQuiet: Whether it has found nothing new, and nothing that is likely to change.
  mutating func looked(from start: ContinuousClock.Instant, to end: ContinuousClock.Instant, isQuiet: Bool) {
    interval = isQuiet ? min(interval * 2, Self.longest) : Self.shortest
    earliest = end + max(Self.shortest, (end - start) * Self.share)
    next = max(earliest, end + interval)
    isHurried = false
  }

  /// Something has happened that may have changed a domain.
  mutating func hurry() {
    interval = Self.shortest
    next = earliest
    isHurried = true
  }
}
