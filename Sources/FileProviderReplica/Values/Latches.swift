import FileProviderInterface
import FileProviderStore
import Foundation
import LinuxSystem

/// The items for which the provider is not asked again before a signal: after `notAuthenticated` and similar errors.
/// After `serverUnreachable` it is asked again by and by (`Outage`), and as soon as another call succeeds.
///
/// An error latches the item that it was about, and no other. When very many items are latched by one error, the
/// provider is taken to be out of order as a whole, so that a program that walks the tree does not ask it a million
/// times.
struct Latches {
  private struct Latch {
    var error: any Error
    let since = Timestamp.now
  }

  private var errors: [ItemID: Latch] = [:]
  /// The error that latches everything.
  private var general: Latch?
  /// Since an item is out of reach.
  private var outage: Outage?
  /// When a call that succeeded has unlatched what was out of reach.
  private var reached: UInt64?
  /// How long that is not done again. It grows where the provider is out of reach again soon, since only a part of it is.
  private var reachedPause = Outage.firstPause
  private var notified: Set<ErrorKind> = []
  /// Whether deletions were held when that was last looked at.
  var hasHeldDeletions = false

  static let limit = 1000

  /// Latches an item.
  ///
  /// - Parameter now: The monotonic time, in nanoseconds.
  /// - Returns: Whether this is the first error of its kind, so that the user is to be notified.
  mutating func set(_ error: any Error, for item: ItemID, at now: UInt64 = MonotonicClock.now) -> Bool {
    if ProviderErrorPolicy.isOutage(error) {
      noteOutage(of: item, at: now)
      let isKnown = errors[item].map { ProviderErrorPolicy.isOutage($0.error) } ?? false
      if !isKnown { outage?.items += 1 }
    }
    if errors.count >= Self.limit {
      errors.removeAll()
      general = Latch(error: error)
    } else {
      errors[item] = Latch(error: error)
    }
    return notified.insert(ErrorKind(error)).inserted
  }

  /// Notes that the provider is unreachable, as it answered when it was asked for an item or sent one.
  mutating func noteOutage(of item: ItemID, at now: UInt64 = MonotonicClock.now) {
    if outage == nil { outage = Outage(of: item, at: now) } else { outage?.note(item, at: now) }
  }

  /// Notes an error that latches nothing.
  ///
  /// - Returns: Whether it is the first of its kind, so that the user is to be notified.
  mutating func noteKind(of error: any Error) -> Bool { notified.insert(ErrorKind(error)).inserted }

  var isEmpty: Bool { errors.isEmpty && general == nil }

  /// The error that latches an item, if any; `nil` also where the provider may be asked all the same, which is noted.
  ///
  /// - Parameters:
  ///   - isOpening: Whether a program has just opened it.
  ///   - now: The monotonic time, in nanoseconds.
  mutating func error(
    for item: ItemID, isOpening: Bool = false, at now: UInt64 = MonotonicClock.now
  ) -> (any Error)? {
    guard let error = latchedError(for: item) else { return nil }
    guard ProviderErrorPolicy.isOutage(error) else { return error }
    return outage?.probes(item, isOpening: isOpening, at: now) == false ? error : nil
  }

  /// Whether an error latches an item.
  func latches(_ item: ItemID) -> Bool { latchedError(for: item) != nil }

  private func latchedError(for item: ItemID) -> (any Error)? {
    if let latch = general ?? errors[item] { return latch.error }
    guard let outage, outage.items >= Outage.mostItems else { return nil }
    return errors.values.first { ProviderErrorPolicy.isOutage($0.error) }?.error
  }

  /// Unlatches what is out of reach, since another call has just succeeded. Where a part of the provider's is out of reach and the rest is not, that is
  /// not done at each call.
  ///
  /// - Parameter now: The monotonic time, in nanoseconds.
  /// - Returns: Whether the provider was out of reach until now.
  mutating func noteAnswer(at now: UInt64 = MonotonicClock.now) -> Bool {
    guard let outage, reached.map({ now >= $0 + reachedPause }) ?? true else { return false }
    let isSoon = reached.map { now < $0 + reachedPause * 2 + Outage.longestPause } ?? false
    reachedPause = isSoon ? min(reachedPause * 2, Outage.longestPause * 8) : Outage.firstPause
    let notified = notified
    clear(like: NSFileProviderError(.serverUnreachable))
    if !outage.isLong(at: now) { self.notified = notified }
    reached = now
    return true
  }

  /// Unlatches an item that changed, or was asked for with success.
  mutating func clear(_ item: ItemID) {
    guard let latch = errors.removeValue(forKey: item), ProviderErrorPolicy.isOutage(latch.error) else { return }
    outage?.items -= 1
    if outage?.items == 0 { outage = nil }
  }

  /// Unlatches the items of errors like this one: their cause is gone.
  mutating func clear(like error: any Error) {
    let kind = ErrorKind(error)
    errors = errors.filter { ErrorKind($0.value.error) != kind }
    if let general, ErrorKind(general.error) == kind { self.general = nil }
    if ProviderErrorPolicy.isOutage(error) { outage = nil }
    notified.remove(kind)
  }

  /// Whether errors like this one latch something.
  func hasLatch(like error: any Error) -> Bool {
    let kind = ErrorKind(error)
    return general.map { ErrorKind($0.error) == kind } ?? errors.values.contains { ErrorKind($0.error) == kind }
  }

  /// What is latched, by error.
  var problems: [LatchedProblem] {
    if let general { return [LatchedProblem(error: general.error, count: Self.limit, since: general.since)] }
    return Dictionary(grouping: errors) { ErrorKind($0.value.error) }.values.compactMap { group in
      guard let first = group.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) else { return nil }
      return LatchedProblem(
        error: first.value.error, item: first.key == .none ? nil : first.key, count: group.count,
        since: first.value.since)
    }.sorted { $0.since < $1.since }
  }

  /// Unlatches everything.
  mutating func clear() {
    let hasHeldDeletions = hasHeldDeletions
    self = Latches()
    self.hasHeldDeletions = hasHeldDeletions
  }
}
