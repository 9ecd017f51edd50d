import FileProviderInterface
import Foundation

/// How long to wait before a session is tried again that could not be opened.
struct OpeningPause {
  private var next: Double
  private static let longest = 60.0
  /// In seconds, after a password that was refused: a server that counts these blocks the whole address in the end.
  private static let afterRefusal = 600.0

  init(shortest: Double) { next = shortest }

  /// - Returns: The pause after a failure, in seconds.
  mutating func take(after error: any Error) -> Double {
    let error = WebDAVError.forSystem(error)
    let isRefused =
      error.domain == NSFileProviderErrorDomain && error.code == NSFileProviderError.Code.notAuthenticated.rawValue
    if isRefused { return Self.afterRefusal }
    defer { next = min(next * 2, Self.longest) }
    return next
  }
}
