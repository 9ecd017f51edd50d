import Glibc

/// Says on standard output what was done to each item, or what would be. Used by the thread that does it.
final class BulkReport {
  enum Deed: String {
    case added, updated, deleted, trashed

    var infinitive: String {
      switch self {
      case .added: "add"
      case .updated: "update"
      case .deleted: "delete"
      case .trashed: "trash"
      }
    }
  }

  /// Whether nothing is done, and only said.
  let isRehearsal: Bool
  /// Whether anything is said.
  let isVerbose: Bool
  private let writer = ByteWriter()
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  /// What was done in a transaction that is not committed.
  private var noted: [(deed: Deed, path: String)] = []

  init(isRehearsal: Bool, isVerbose: Bool) {
    self.isRehearsal = isRehearsal
    self.isVerbose = isVerbose
  }

  /// Notes what is done when the transaction is committed that runs.
  func note(_ deed: Deed, _ path: String) {
    if isVerbose { noted.append((deed, path)) }
  }

  /// Says what was noted: it is done.
  func confirm() throws {
    guard !noted.isEmpty else { return }
    for (deed, path) in noted {
      let line = (isRehearsal ? "would \(deed.infinitive) " : "\(deed.rawValue) ") + path
      try writer.append((isTerminal ? HumanText.printable(line, isTerminal: true) : Console.oneLine(line)) + "\n")
    }
    noted.removeAll(keepingCapacity: true)
    if isTerminal { try writer.flush() }
  }

  /// Says what is done, at once.
  func say(_ deed: Deed, _ path: String) throws {
    note(deed, path)
    try confirm()
  }

  /// Does everything and writes out what was said, also when something failed.
  func flushing(_ body: () throws -> Void) throws {
    try writer.flushing {
      try body()
      try confirm()
    }
  }
}
