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

  private var errors: [ItemID: any Error] = [:]
  /// The error that latches everything.
  private var general: (any Error)?
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
      general = error
    } else {
      errors[item] = error
    }
    return told.insert(Kind(error)).inserted
  }

  /// Notes an error that latches nothing.
  ///
  /// - Returns: Whether it is the first of its kind, so that the person is to be told.
  mutating func tellsFirst(of error: any Error) -> Bool { told.insert(Kind(error)).inserted }

  var isEmpty: Bool { errors.isEmpty && general == nil }

  /// The error that latches an item, if any.
  func error(for item: ItemID) -> (any Error)? { general ?? errors[item] }

  /// Unlatches an item that changed, or was asked for with success.
  mutating func clear(_ item: ItemID) { errors[item] = nil }

  /// Unlatches what errors like this one hold up: their cause is gone.
  mutating func clear(like error: any Error) {
    let kind = Kind(error)
    errors = errors.filter { Kind($0.value) != kind }
    if let general, Kind(general) == kind { self.general = nil }
    told.remove(kind)
  }

  /// Unlatches everything.
  mutating func clear() {
    let isHoldingDeletions = isHoldingDeletions
    self = Latches()
    self.isHoldingDeletions = isHoldingDeletions
  }
}
