import TestSupport

/// What happens in a round: all of it follows from a seed.
struct CutPlan: CustomStringConvertible {
  /// What reaches the disk before the cut, beside what programs synchronize.
  var choice: CutChoice
  /// How long programs run before the cut, in milliseconds.
  var milliseconds: Int
  /// How often ext4 commits its journal by itself, in seconds.
  var commitSeconds: Int
  var writers: Int
  var mounts: Int
  /// Whether a user changes things by commands, too.
  var hasCommands: Bool
  /// Whether the machine goes on, and just the disk was lost and comes back.
  var isSameBoot: Bool
  /// Whether the power goes once more right after the first cut.
  var isTwice: Bool
  /// Whether the disk is full meanwhile.
  var isFull: Bool
  /// Whether the servers are killed before the cut, or go on for a moment on a dead disk.
  var killsFirst: Bool
  /// Without a mount, on the disk itself: what the disk does is the measure for what a mount may.
  var isPlain: Bool
  /// Whether synchronizations are noted and not made, to see that this is noticed.
  var pretends: Bool
  /// What happens instead of random changes.
  var scenario: CutScenario?

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed ^ 0x5eed)
    choice = generator.pick(CutChoice.allCases)
    milliseconds = 30 + generator.below(500)
    commitSeconds = generator.oneIn(3) ? 1 : 30
    if commitSeconds == 1 { milliseconds += 900 }
    writers = 1 + generator.below(2)
    mounts = generator.oneIn(3) ? 2 : 1
    hasCommands = generator.oneIn(2)
    isSameBoot = generator.oneIn(6)
    isTwice = generator.oneIn(4)
    isFull = generator.oneIn(7)
    killsFirst = generator.oneIn(2)
    isPlain = false
    pretends = false
  }

  /// Lets options of the command line overrule the seed.
  mutating func take(_ arguments: Arguments) {
    if let name = CutChoice(rawValue: arguments.text("sync")) { choice = name }
    if let number = arguments.number("milliseconds") { milliseconds = number }
    if let number = arguments.number("commit") { commitSeconds = number }
    if let number = arguments.number("writers") { writers = number }
    if let number = arguments.number("mounts") { mounts = number }
    if let number = arguments.number("commands") { hasCommands = number != 0 }
    if let number = arguments.number("same-boot") { isSameBoot = number != 0 }
    if let number = arguments.number("twice") { isTwice = number != 0 }
    if let number = arguments.number("full") { isFull = number != 0 }
    if let found = CutScenario.named(arguments.text("scenario")) {
      (scenario, writers, hasCommands, isTwice, isFull) = (found, 0, false, false, false)
    }
    isPlain = arguments.has("plain")
    pretends = arguments.has("pretend")
    // On a full disk a mount does more than the disk itself, which then tears what replaces something by a rename.
    if isPlain { (hasCommands, isTwice, isFull, mounts) = (false, false, false, 1) }
  }

  var description: String {
    [
      scenario?.name, "synchronizing \(choice)", scenario == nil ? "\(milliseconds) ms, \(writers) writers" : nil,
      mounts > 1 ? "\(mounts) mounts" : nil,
      hasCommands ? "commands" : nil, isSameBoot ? "same boot" : nil, isTwice ? "two cuts" : nil,
      isFull ? "full disk" : nil, killsFirst ? "killed first" : nil, commitSeconds < 5 ? "journal commits" : nil,
      isPlain ? "plain ext4" : nil, pretends ? "pretending" : nil,
    ].compactMap { $0 }.joined(separator: ", ")
  }
}
