import FileProviderStore
import Foundation

/// The items for which the provider is not asked again before a signal: after `notAuthenticated`, `serverUnreachable`
/// and similar errors.
///
/// An error latches the item that it was about, and no other. When very many items are latched by one error, the
/// provider is taken to be out of order as a whole, so that a program that walks the tree does not ask it a million
/// times.
struct Latches {
  /// What distinguishes errors.
  private struct Kind: Hashable {
    var domain: String
    var code: Int

    init(_ error: any Error) {
      let error = error as NSError
      domain = error.domain
      code = error.code
    }
  }

  private struct Latch {
    var error: any Error
    let since = Timestamp.now
  }

  private var errors: [ItemID: Latch] = [:]
  /// The error that latches everything.
  private var general: Latch?
  private var told: Set<Kind> = []
  /// Whether deletions were held when that was last looked at.
  var isHoldingDeletions = false

  static let limit = 1000

  /// Latches an item.
  ///
  /// - Returns: Whether this is the first error of its kind, so that the person is to be told.
  mutating func set(_ error: any Error, for item: ItemID) -> Bool {
    if errors.count >= Self.limit {
      errors.removeAll()
      general = Latch(error: error)
    } else {
      errors[item] = Latch(error: error)
    }
    return told.insert(Kind(error)).inserted
  }

  /// Notes an error that latches nothing.
  ///
  /// - Returns: Whether it is the first of its kind, so that the person is to be told.
  mutating func tellsFirst(of error: any Error) -> Bool { told.insert(Kind(error)).inserted }

  var isEmpty: Bool { errors.isEmpty && general == nil }

  /// The error that latches an item, if any.
  func error(for item: ItemID) -> (any Error)? { (general ?? errors[item])?.error }

  /// Unlatches an item that changed, or was asked for with success.
  mutating func clear(_ item: ItemID) { errors[item] = nil }

  /// Unlatches what errors like this one hold up: their cause is gone.
  mutating func clear(like error: any Error) {
    let kind = Kind(error)
    errors = errors.filter { Kind($0.value.error) != kind }
    if let general, Kind(general.error) == kind { self.general = nil }
    told.remove(kind)
  }

  /// Whether errors like this one hold something up.
  func holdsUp(like error: any Error) -> Bool {
    let kind = Kind(error)
    return general.map { Kind($0.error) == kind } ?? errors.values.contains { Kind($0.error) == kind }
  }

  /// What is latched, by error.
  var problems: [LatchedProblem] {
    if let general { return [LatchedProblem(error: general.error, count: Self.limit, since: general.since)] }
    return Dictionary(grouping: errors) { Kind($0.value.error) }.values.compactMap { group in
      guard let first = group.min(by: { ($0.value.since, $0.key) < ($1.value.since, $1.key) }) else { return nil }
      return LatchedProblem(
        error: first.value.error, item: first.key == .none ? nil : first.key, count: group.count,
        since: first.value.since)
    }.sorted { $0.since < $1.since }
  }

  /// Unlatches everything.
  mutating func clear() {
    let isHoldingDeletions = isHoldingDeletions
    self = Latches()
    self.isHoldingDeletions = isHoldingDeletions
  }
}
