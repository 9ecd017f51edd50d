import FileProviderStore
import Foundation

/// What is not tried again before a signal: after `notAuthenticated`, `serverUnreachable` and their like.
///
/// An error holds up the item it was about, and no other. When very many items are held up by one error, the provider
/// is taken to be out of order as a whole, so that a program that walks the tree does not ask it a million times.
struct Latches {
  /// What tells an error from others.
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
  /// The error that holds up everything.
  private var general: (any Error)?
  private var told: Set<Kind> = []

  static let limit = 1000

  /// Holds an item up.
  ///
  /// - Returns: Whether the person has not been told of such an error yet.
  mutating func set(_ error: any Error, for item: ItemID) -> Bool {
    if errors.count >= Self.limit {
      errors.removeAll()
      general = error
    } else {
      errors[item] = error
    }
    return told.insert(Kind(error)).inserted
  }

  var isEmpty: Bool { errors.isEmpty && general == nil }

  /// What holds an item up, if anything.
  func error(for item: ItemID) -> (any Error)? { general ?? errors[item] }

  /// The item changed, or was asked for with success.
  mutating func clear(_ item: ItemID) { errors[item] = nil }

  /// The cause of an error is gone.
  mutating func clear(like error: any Error) {
    let kind = Kind(error)
    errors = errors.filter { Kind($0.value) != kind }
    if let general, Kind(general) == kind { self.general = nil }
    told.remove(kind)
  }

  /// Everything is to be tried again.
  mutating func clear() { self = Latches() }
}
