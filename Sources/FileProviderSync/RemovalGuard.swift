/// Holds a mass deletion that the provider reports, however it is reported, before the first item is removed.
package struct RemovalGuard: Hashable, Sendable {
  package static let window = 24 * 60
  package static let most = 1_000
  package static let few = 20

  /// The minutes in which items were removed on the provider's word.
  package private(set) var removed: [Int] = []
  /// Up to this many removals in the window have the user's consent.
  package private(set) var consented = 0

  package init() {}

  package mutating func record(at minute: Int) {
    forget(before: minute)
    removed.append(minute)
  }

  package mutating func consent(to count: Int, at minute: Int) {
    forget(before: minute)
    consented = max(consented, removed.count + count)
  }

  /// Whether `gone` items that are still here must wait for the user, in a domain that now has `total` items.
  package func holds(gone: Int, total: Int, at minute: Int) -> Bool {
    let before = removed.count { $0 > minute - Self.window }
    let sum = before + gone
    guard sum > consented else { return false }
    return sum > Self.most || (sum > Self.few && sum * 4 >= total + before)
  }

  private mutating func forget(before minute: Int) {
    let count = removed.count
    removed.removeAll { $0 <= minute - Self.window }
    consented = max(0, consented - (count - removed.count))
  }
}
