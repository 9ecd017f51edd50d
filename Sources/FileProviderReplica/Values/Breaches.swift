import Logging
import Synchronization

/// What a provider has got wrong. Each breach is logged once for the user, with the item, so that somebody can correct it there.
final class Breaches: Sendable {
  private struct State {
    var logged: Set<String> = []
    var isFull = false
  }

  private let logger: Logger
  private let state = Mutex(State())

  /// More than this is not logged, since a provider may get everything wrong.
  static let limit = 100

  init(logger: Logger) { self.logger = logger }

  /// Logs a breach.
  ///
  /// - Parameters:
  ///   - what: One sentence.
  ///   - identifier: The provider's identifier of the item or container.
  ///   - name: The item's name, as the provider reports it.
  func log(_ what: String, of identifier: String, named name: String? = nil) {
    let (isNew, isLast) = state.withLock { state -> (Bool, Bool) in
      guard state.logged.count < Self.limit else {
        defer { state.isFull = true }
        return (false, !state.isFull)
      }
      return (state.logged.insert("\(what)\u{0}\(identifier)").inserted, false)
    }
    if isLast { logger.notice("further provider errors suppressed") }
    guard isNew else { return }
    var metadata: Logger.Metadata = [Logger.Key.identifier: "\(identifier)"]
    if let name { metadata[Logger.Key.name] = "\(name)" }
    logger.notice("\(what)", metadata: metadata)
  }
}
