import FileProviderProgram
import Glibc

/// Prints on standard output what was done to each item, or what would be. Used by the thread that does it.
package final class BulkReport {
  package enum Deed: String {
    case added, updated, deleted, trashed, evicted, restored

    var infinitive: String {
      switch self {
      case .added: "add"
      case .updated: "update"
      case .deleted: "delete"
      case .trashed: "trash"
      case .evicted: "evict"
      case .restored: "restore"
      }
    }
  }

  /// Whether this is a rehearsal.
  package let isRehearsal: Bool
  /// Whether anything is printed.
  package let isVerbose: Bool
  private let writer = ByteWriter(reportsWork: true)
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  /// What was done in a transaction that is not committed yet.
  private var noted: [(deed: Deed, path: String)] = []

  package init(isRehearsal: Bool, isVerbose: Bool) {
    self.isRehearsal = isRehearsal
    self.isVerbose = isVerbose
  }

  /// Notes what will be done when the running transaction is committed.
  package func note(_ deed: Deed, _ path: String) {
    if isVerbose { noted.append((deed, path)) }
  }

  /// Prints what was noted: it is committed.
  func confirm() throws {
    guard !noted.isEmpty else { return }
    for (deed, path) in noted {
      let line = (isRehearsal ? "would \(deed.infinitive) " : "\(deed.rawValue) ") + path
      try writer.append((isTerminal ? HumanText.printable(line, isTerminal: true) : Console.oneLine(line)) + "\n")
    }
    noted.removeAll(keepingCapacity: true)
    if isTerminal { try writer.flush() }
  }

  /// Prints what is done, at once.
  package func say(_ deed: Deed, _ path: String) throws {
    note(deed, path)
    try confirm()
  }

  /// Runs a body and writes out what was printed, also when something failed.
  package func flushing(_ body: () throws -> Void) throws {
    try writer.flushing {
      try body()
      try confirm()
    }
  }
}
