import ArgumentParser
import FileProviderStore

/// The option for names of new files that are never uploaded.
struct LocalNamesOptions: ParsableArguments {
  @Option(
    name: .customLong("local-names"), parsing: .singleValue,
    help: ArgumentHelp(
      "Never upload new files whose names match this pattern: '*.tmp'. Can be repeated. “none” for no pattern; “usual”, the default, for the lock and swap files of common editors.",
      valueName: "glob"))
  var patterns: [String] = []

  var isGiven: Bool { !patterns.isEmpty }

  func validate() throws {
    for pattern in patterns where pattern.isEmpty || pattern.contains("\n") || pattern.contains("/") {
      throw ValidationError("--local-names requires a pattern of file names, not “\(pattern)”")
    }
  }

  /// Sets what was given.
  func apply(to transaction: Transaction) throws(StoreError) {
    guard isGiven else { return }
    var all: [String] = []
    for pattern in patterns where pattern != "none" {
      all += pattern == "usual" ? LocalNames.standard.patterns : [pattern]
    }
    try RescueEditor(transaction).setLocalNames(LocalNames(all))
  }
}
