import Synchronization

/// Messages about a store for people that do not keep it from being used.
final class StoreNotices: Sendable {
  private let sentences = Mutex<[String]>([])

  func add(_ sentence: String) { sentences.withLock { $0.append(sentence) } }

  /// What was added since this was called last.
  func take() -> [String] {
    sentences.withLock { sentences in
      defer { sentences.removeAll() }
      return sentences
    }
  }
}
