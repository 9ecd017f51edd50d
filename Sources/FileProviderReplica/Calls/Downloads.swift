package import FileProviderStore
import Synchronization

/// Contents that are on their way from the provider.
package struct Download: Sendable, Hashable {
  package var document: ItemID
  /// How many bytes are here, and how many are to come in all, as far as the provider reports it.
  package var completed: Int64
  package var total: Int64
}

/// The downloads that are under way.
final class Downloads: Sendable {
  private struct State {
    var last = 0
    var running: [Int: (document: ItemID, size: Int64, progress: ProgressBox)] = [:]
  }

  private let state = Mutex(State())

  /// Runs `body`, and shows it as a download meanwhile.
  func during<Result>(
    _ document: ItemID, size: Int64, _ progress: ProgressBox, _ body: () throws -> Result
  ) rethrows -> Result {
    let number = state.withLock { state in
      state.last += 1
      state.running[state.last] = (document, size, progress)
      return state.last
    }
    defer { state.withLock { _ = $0.running.removeValue(forKey: number) } }
    return try body()
  }

  /// What is under way now, by the documents' numbers.
  var now: [Download] {
    // The progress is a provider's: it is asked outside of the lock.
    let running = state.withLock { Array($0.running.values) }
    return running.map { Download(document: $0.document, completed: $0.progress.bytes(of: $0.size), total: $0.size) }
      .sorted { $0.document < $1.document }
  }
}
