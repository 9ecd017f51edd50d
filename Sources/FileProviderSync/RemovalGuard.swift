/// Holds a mass deletion that the provider reports, however it is reported, before the first item is removed.
package struct RemovalGuard: Hashable, Sendable {
  package static let window = 24 * 60
  package static let most = 1_000
  package static let few = 20

  private struct Removals: Hashable, Sendable {
    let minute: Int
    var count: Int
  }

  /// What was removed on the provider's word, minute by minute.
  private var removed: [Removals] = []
  /// Up to this many removals in the window have the user's consent.
  package private(set) var consented = 0

  package init() {}

  package mutating func record(at minute: Int) {
    forget(before: minute)
    if removed.last?.minute != minute { removed.append(Removals(minute: minute, count: 0)) }
    removed[removed.count - 1].count += 1
  }

  package mutating func consent(to count: Int, at minute: Int) {
    forget(before: minute)
    consented = max(consented, self.count(after: minute - Self.window) + count)
  }

  /// Whether `gone` items that are still here must wait for the user, in a domain that now has `total` items.
  package func holds(gone: Int, total: Int, at minute: Int) -> Bool {
    let before = count(after: minute - Self.window)
    let sum = before + gone
    guard sum > consented else { return false }
    return sum > Self.most || (sum > Self.few && sum * 4 >= total + before)
  }

  private mutating func forget(before minute: Int) {
    let forgotten = count(after: .min) - count(after: minute - Self.window)
    removed.removeAll { $0.minute <= minute - Self.window }
    consented = max(0, consented - forgotten)
  }

  private func count(after minute: Int) -> Int {
    removed.reduce(0) { $0 + ($1.minute > minute ? $1.count : 0) }
  }
}
