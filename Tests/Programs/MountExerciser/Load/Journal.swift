import Glibc

/// What a load did, kept outside of the mount: a line before each operation, and one when it was acknowledged.
///
/// `WORKER begin OPERATION…`, then `WORKER done`, or `WORKER failed NUMBER`, which ends that worker. `WORKER wrong TEXT` is something the
/// load itself saw that cannot be.
final class Journal: Sendable {
  private let descriptor: Int32

  init(path: String) { descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600) }

  /// One call, at the end of the file: lines of several workers do not mix.
  func add(_ worker: Int, _ words: [String]) {
    var line = ([String(worker)] + words).joined(separator: " ") + "\n"
    line.withUTF8 { _ = write(descriptor, $0.baseAddress, $0.count) }
  }

  /// A journal, read.
  struct Account {
    var done: [LoadOperation] = []
    /// Begun, and neither acknowledged nor known to have failed: it may have happened or not.
    var pending: LoadOperation?
    var problems: [String] = []
  }

  static func read(_ path: String) -> [Int: Account] {
    var accounts: [Int: Account] = [:]
    for line in String(decoding: Listing.contents(path).1, as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count > 1, let worker = Int(words[0]) else { continue }
      accounts[worker, default: Account()].take(Array(words.dropFirst()))
    }
    return accounts
  }

  /// What a program gets when the server of its mount is gone.
  static let endOfServer: Set<Int32> = [ENOTCONN, ECONNABORTED]
}

extension Journal.Account {
  fileprivate mutating func take(_ words: [String]) {
    switch words[0] {
    case "begin": pending = LoadOperation(words: Array(words.dropFirst()))
    case "done":
      if let pending { done.append(pending) }
      pending = nil
    case "failed":
      let number = words.count > 1 ? Int32(words[1]) ?? 0 : 0
      if !Journal.endOfServer.contains(number) {
        problems.append("\(pending.map { "\($0)" } ?? "?") failed with \(Outcome.error(number))")
      }
    default: problems.append(words.dropFirst().joined(separator: " "))
    }
  }
}
