import FileProviderStore
import LinuxSystem
import Synchronization

/// When folders are listed again that programs open.
package enum RefreshPolicy: Hashable, Sendable {
  /// As the source thinks fit: where its provider does not tell its changes.
  case asProvider
  case never
  /// When their listing is so old, in milliseconds.
  case after(Int64)
}

/// Tells the source which folders programs open, each not too often. Nobody waits for what comes of that.
final class FolderOpenings: Sendable {
  private let source: any RefreshingSource
  /// How old the listing may be, in milliseconds; `nil` leaves that to the source.
  private let age: Int64?
  /// In nanoseconds: a folder that is opened again sooner is not told again.
  private let interval: UInt64
  /// When folders were told, in nanoseconds of the monotonic clock.
  private let told = Mutex<[ItemID: UInt64]>([:])

  private static let mostTold = 4096

  /// - Returns: `nil` for a source that wants to be told nothing.
  init?(_ source: (any ContainerSource)?, _ policy: RefreshPolicy) {
    guard let source = source as? any RefreshingSource else { return nil }
    switch policy {
    // It is told all the same: it may list ahead of a program that goes through a tree.
    case .never: age = .max
    case .asProvider: age = nil
    case .after(let milliseconds): age = milliseconds
    }
    self.source = source
    interval = UInt64(min(max(age ?? 5000, 100), 5000)) * 1_000_000
  }

  /// Notes that a program opens a folder that was listed before.
  func note(_ folder: ItemID) {
    let now = MonotonicClock.now
    let isDue = told.withLock { told in
      if let last = told[folder], now &- last < interval { return false }
      if told.count >= Self.mostTold { told.removeAll(keepingCapacity: true) }
      told[folder] = now
      return true
    }
    if isDue { source.noteOpening(of: folder, refreshAfter: age) }
  }
}
