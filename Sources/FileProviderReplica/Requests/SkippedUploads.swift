import FileProviderStore
import LinuxSystem

/// A stretch of the ready rows, in their order, with nothing but contents that wait for an upload to end.
///
/// A round passes over it without looking at it again: with ten thousand documents waiting, looking at the next 512 of them for something else after
/// each upload was half of what an upload cost.
struct SkippedUploads {
  /// What is before it; `nil` for nothing.
  private let start: PendingRow?
  let last: PendingRow
  /// Until when it holds. What may be sent again comes into its midst.
  let end: Deadline

  private static let lifetime = Duration.seconds(5)

  /// Extends a stretch by what follows it, or begins one.
  ///
  /// - Returns: `nil` where there is one already, somewhere else.
  init?(_ known: SkippedUploads?, from start: PendingRow?, to last: PendingRow) {
    if let known {
      guard start?.item == known.last.item, start?.first == known.last.first else { return nil }
    }
    self.start = known?.start ?? start
    self.last = last
    end = known?.end ?? .after(Self.lifetime)
  }

  /// Whether what comes after a row is in it.
  func includes(_ row: PendingRow?) -> Bool {
    guard let row else { return start == nil }
    let isAfterStart = start.map { !Self.isBefore(row, $0) } ?? true
    return isAfterStart && Self.isBefore(row, last)
  }

  private static func isBefore(_ a: PendingRow, _ b: PendingRow) -> Bool {
    (a.first, a.item.rawValue) < (b.first, b.item.rawValue)
  }
}
