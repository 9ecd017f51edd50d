import FileProviderStore
import Synchronization

/// Whether anybody still waits for a load, for the thread that runs it.
final class LoadInterest: Sendable {
  private struct State {
    var isGone = false
    var cancel: (@Sendable () -> Void)?
  }

  /// The program that asked first; `nil` where the replica did, by itself.
  let asker: SourceAsker?
  private let state = Mutex(State())

  init(_ asker: SourceAsker? = nil) { self.asker = asker }

  /// Nobody waits any more: the call that is under way is cancelled, and there will be no other.
  func end() {
    let cancel = state.withLock { state in
      state.isGone = true
      defer { state.cancel = nil }
      return state.cancel
    }
    cancel?()
  }

  /// Whether nobody waits any more.
  var isGone: Bool { state.withLock { $0.isGone } }

  /// - Throws: When nobody waits any more.
  func check() throws {
    if isGone { throw ReplicaError.withdrawn }
  }

  /// Runs a call; if nobody waits for it any more meanwhile, `cancel` is called, once and from another thread.
  func during<Result>(cancel: @escaping @Sendable () -> Void, _ body: () throws -> Result) throws -> Result {
    try state.withLock { state in
      guard !state.isGone else { throw ReplicaError.withdrawn }
      state.cancel = cancel
    }
    defer { state.withLock { $0.cancel = nil } }
    return try body()
  }
}
