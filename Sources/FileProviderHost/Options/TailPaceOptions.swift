import ArgumentParser
import FileProviderWatching

/// The options of `tail` that limit how long it runs.
struct TailPaceOptions: ParsableArguments {
  @Flag(name: [.customShort("f"), .customLong("follow")], help: "Keep printing new changes.") var follows = false
  @Flag(
    name: .customLong("once"),
    help: "Print the next batch that has changes, waiting for one if necessary. Starts now unless --since is given.")
  var isOnce = false
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp(
      "With --once: exit with status 1 after this time (30s, 5min) without changes.", valueName: "time"))
  var timeoutText: String?
  @Option(
    name: .customLong("debounce"),
    help: ArgumentHelp(
      "With --follow or --once: wait until nothing has changed for this long (200ms, 2s), for at most ten times as long.",
      valueName: "time")) var debounceText: String?

  var value: TailPace {
    func nanoseconds(_ text: String?) -> UInt64? { text.flatMap { Interval($0) }?.nanoseconds }
    return TailPace(
      follows: follows, isOnce: isOnce, timeout: nanoseconds(timeoutText), timeoutText: timeoutText,
      debounce: nanoseconds(debounceText) ?? 0)
  }

  func validate() throws {
    if follows && isOnce { throw ValidationError("--follow and --once cannot be combined") }
    if timeoutText != nil && !isOnce { throw ValidationError("--timeout requires --once") }
    if debounceText != nil && !value.waits { throw ValidationError("--debounce requires --follow or --once") }
    for (option, text) in [("--timeout", timeoutText), ("--debounce", debounceText)] {
      if let text, Interval(text) == nil {
        throw ValidationError("\(option) requires a time such as 200ms, 5s or 2min, not “\(text)”")
      }
    }
  }
}
