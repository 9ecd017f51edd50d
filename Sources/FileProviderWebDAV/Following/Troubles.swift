import FileProviderInterface
import Foundation

/// Errors reported to the system, after which it does not ask again until it is notified that their cause is over.
///
/// The pauses grow while an error recurs right after the signal: a server may answer a poll, and refuse the requests that follow.
struct Troubles {
  private var codes: Set<Int> = []
  /// When to find out whether they are over; `nil` when there are none.
  private(set) var nextLook: Date?
  private var lastSignal = Date.distantPast
  private var pause: Double
  private let shortest: Double
  private let longest: Double

  init(shortest: Double, longest: Double) {
    (self.shortest, self.longest) = (shortest, max(shortest, longest))
    pause = shortest
  }

  /// Whether the system waits for a signal after an error.
  static func isLatching(_ error: NSError) -> Bool {
    let latching: [NSFileProviderError.Code] = [.serverUnreachable, .notAuthenticated]
    return error.domain == NSFileProviderErrorDomain && latching.map(\.rawValue).contains(error.code)
  }

  /// - Returns: Whether there was none before.
  mutating func note(_ error: NSError, now: Date = Date()) -> Bool {
    guard Self.isLatching(error) else { return false }
    codes.insert(error.code)
    guard nextLook == nil else { return false }
    let isBack = now.timeIntervalSince(lastSignal) < 2 * pause
    pause = isBack ? min(pause * 2, longest) : shortest
    nextLook = now.addingTimeInterval(pause)
    return true
  }

  /// The server has answered: the errors to report as over.
  mutating func takeOver(now: Date = Date()) -> [NSFileProviderError] {
    guard let nextLook, nextLook <= now else { return [] }
    defer { (codes, self.nextLook, lastSignal) = ([], nil, now) }
    return codes.sorted().compactMap { NSFileProviderError.Code(rawValue: $0) }.map { NSFileProviderError($0) }
  }
}
