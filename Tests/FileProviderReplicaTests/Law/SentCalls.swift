import Foundation
import Synchronization

/// The calls that changed something, or were to: how many there were, and which contents and targets were sent without an answer that says that they arrived.
final class SentCalls: Sendable {
  private struct State {
    var count = 0
    /// The texts of calls that are under way, by the number of the call.
    var open: [Int: String] = [:]
    var unanswered: Set<String> = []
    var moved: Set<String> = []
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.count } }

  /// The texts of calls that failed or whose answers were lost.
  var unanswered: Set<String> { state.withLock { $0.unanswered.union($0.open.values) } }

  /// The texts of documents and links that a call was to move.
  var moved: Set<String> { state.withLock { $0.moved } }

  func noteMove(of texts: some Sequence<String>) { state.withLock { $0.moved.formUnion(texts) } }

  /// Notes a call.
  ///
  /// - Parameter text: The contents, or the target of a link, that it sends.
  /// - Returns: What is called with its answer: whether it succeeded.
  func begin(_ text: String?) -> @Sendable (Bool) -> Void {
    let number = state.withLock { state in
      state.count += 1
      state.open[state.count] = text
      return state.count
    }
    return { [self] isDone in
      state.withLock { state in
        let text = state.open.removeValue(forKey: number)
        if let text, !isDone { state.unanswered.insert(text) }
      }
    }
  }

  /// The process that made the calls has ended: what is open will not be answered.
  ///
  /// - Parameter texts: What was sent, and perhaps answered, without that its process has noted the answer.
  func processEnded(leaving texts: [String]) {
    state.withLock { state in
      state.unanswered.formUnion(state.open.values)
      state.unanswered.formUnion(texts)
      state.open = [:]
    }
  }
}
