import ArgumentParser
import FileProviderProgram
import FileProviderStore

/// The option that limits the log of a domain.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "Keep changes for this time (30d), or this many of them (1000000), for readers that resume. Default: 4000000.",
      valueName: "AGE|N"))
  var text: String?

  var isGiven: Bool { text != nil }

  func validate() throws {
    if let text, Self.retention(text) == nil {
      throw ValidationError("--history requires a time such as 12h or 30d, or a number of changes, not “\(text)”")
    }
  }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    guard let retention = text.flatMap(Self.retention) else { return }
    try PendingEditor(transaction).setLogRetention(retention)
  }

  private static func retention(_ text: String) -> LogRetention? {
    if let age = Age(text) { return age.seconds > 0 ? .age(seconds: age.seconds) : nil }
    guard let count = Int64(text), count > 0 else { return nil }
    return .changes(count)
  }
}
