import FileProviderStore
import LinuxSystem
import Synchronization

/// When folders are listed again that programs open.
package enum RefreshPolicy: Hashable, Sendable {
  /// The source decides: if its provider does not report changes.
  case asProvider
  case never
  /// When their listing is so old, in milliseconds.
  case after(Int64)
}

/// Reports to the source which folders programs open, each not too often. No request waits for the result.
final class FolderOpenings: Sendable {
  private let source: any RefreshingSource
  /// How old the listing may be, in milliseconds; `nil` leaves that to the source.
  private let age: Int64?
  /// In nanoseconds: a folder that is opened again sooner is not reported again.
  private let interval: UInt64
  /// When folders were reported, in nanoseconds of the monotonic clock.
  private let reported = Mutex<[ItemID: UInt64]>([:])

  private static let mostReported = 4096

  /// - Returns: `nil` for a source that needs no reports.
  init?(_ source: (any ContainerSource)?, _ policy: RefreshPolicy) {
    guard let source = source as? any RefreshingSource else { return nil }
    switch policy {
    // The source still gets the report: it may list ahead of a program that traverses a tree.
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
    let isDue = reported.withLock { reported in
      if let last = reported[folder], now &- last < interval { return false }
      if reported.count >= Self.mostReported { reported.removeAll(keepingCapacity: true) }
      reported[folder] = now
      return true
    }
    if isDue { source.noteOpening(of: folder, refreshAfter: age) }
  }
}
