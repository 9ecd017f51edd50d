import Foundation
import Synchronization

/// In what the server is not as it should be. Set by `POST /lies`, a word a line; a word may have a value after a colon.
final class Lies: Sendable {
  private let words = Mutex<[String: String]>([:])

  func set(_ text: String) {
    words.withLock { words in
      words = [:]
      for line in text.split(separator: "\n") {
        let halves = line.split(separator: ":", maxSplits: 1).map(String.init)
        words[halves[0]] = halves.count > 1 ? halves[1] : ""
      }
    }
  }

  subscript(_ word: String) -> String? { words.withLock { $0[word] } }
  func has(_ word: String) -> Bool { self[word] != nil }

  /// Takes a lie that is told once.
  func once(_ word: String) -> Bool { words.withLock { $0.removeValue(forKey: word) != nil } }
}
