public import FileProviderInterface
import Synchronization

/// An observer of a page that records what was reported.
public final class RecordingEnumerationObserver: NSObject, NSFileProviderEnumerationObserver, Sendable {
  /// How a page ended.
  public enum End {
    /// With the next page, or at the end of the listing.
    case page(NSFileProviderPage?)
    /// With an error.
    case error(any Error)
  }

  private struct State {
    var items: [ObservedItem] = []
    var ends: [End] = []
    var lateItems = 0
  }

  private let state = Mutex(State())
  public let suggestedPageSize: Int

  /// - Parameter suggestedPageSize: What is suggested; 100 if nothing is said.
  public init(suggestedPageSize: Int? = nil) {
    self.suggestedPageSize = suggestedPageSize ?? 100
    super.init()
  }

  public func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    let updatedItems = updatedItems.map { ObservedItem(item: $0) }
    state.withLock { state in
      if state.ends.isEmpty { state.items += updatedItems } else { state.lateItems += updatedItems.count }
    }
  }

  public func finishEnumerating(upTo nextPage: NSFileProviderPage?) {
    state.withLock { $0.ends.append(.page(nextPage)) }
  }
  public func finishEnumeratingWithError(_ error: any Error) { state.withLock { $0.ends.append(.error(error)) } }

  /// The items reported before the end.
  public var items: [any NSFileProviderItem] { state.withLock { $0.items }.map(\.item) }

  /// How the page ended; `nil` if it has not.
  public var end: End? { state.withLock { $0.ends.first } }
  /// How often it ended. The contract says once.
  public var endCount: Int { state.withLock { $0.ends.count } }
  /// How many items came after the end. The contract says none.
  public var lateItems: Int { state.withLock { $0.lateItems } }

  /// Tells another observer the same.
  func play(to observer: any NSFileProviderEnumerationObserver) {
    observer.didEnumerate(items)
    playEnd(to: observer)
  }

  func playEnd(to observer: any NSFileProviderEnumerationObserver) {
    switch end {
    case .page(let next): observer.finishEnumerating(upTo: next)
    case .error(let error): observer.finishEnumeratingWithError(error)
    case nil: break
    }
  }
}
