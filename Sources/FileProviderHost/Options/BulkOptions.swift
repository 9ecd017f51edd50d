import ArgumentParser
import FileProviderCopying
import FileProviderDomains

/// The options of commands that work on many items at once.
struct BulkOptions: ParsableArguments {
  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Print what would be done without doing it.")
  var isRehearsal = false
  @Flag(name: [.customShort("v"), .customLong("verbose")], help: "Print what is done to each item.") var isVerbose =
    false
  @Option(
    name: .customLong("exclude"), parsing: .singleValue,
    help: ArgumentHelp(
      "Exclude matching paths: *.o in any folder, build/ for folders only, /src/*.o, /src/** for everything below.",
      valueName: "glob")) var excluded: [String] = []

  /// The patterns. For `rm`, paths are those in the domain; otherwise they begin with the named item, or with its
  /// children for --contents.
  func patterns() throws -> [PathPattern] { try [PathPattern](excluded, option: "--exclude") }

  /// The report that the options ask for.
  func report() -> BulkReport { BulkReport(isRehearsal: isRehearsal, isVerbose: isVerbose || isRehearsal) }
}
