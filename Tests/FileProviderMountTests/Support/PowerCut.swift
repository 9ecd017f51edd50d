import Foundation
import TestSupport
import Testing

/// Rounds of `MountExerciser power-cut`.
enum PowerCut {
  static var isPossible: Bool { problem == nil }

  /// Shown beside a skipped test.
  static var reason: Comment { Comment(rawValue: problem ?? "the power can be cut here") }

  /// Why this machine has no disk whose power can be cut; it is tried once.
  private static let problem: String? = {
    if let problem = Machine.mountingProblem { return problem }
    if geteuid() != 0 { return "only root can make a disk" }
    for program in ["unshare", "mkfs.ext4", "mount"] where Machine.installed(program) == nil {
      return "the program “\(program)” is not installed"
    }
    guard let result = try? start(seed: 1, ["--probe"]), result.status == 0 else {
      return "there are no loop devices, no ext4, or no mount namespaces"
    }
    return nil
  }()

  /// The names of the short stories.
  static let scenarios: [String] = isPossible ? (try? start(seed: 1, ["--list"]))?.lines ?? [] : []

  /// What came of a round.
  enum Outcome: Equatable {
    case asDemanded
    /// What is wrong, and how to make the round once more.
    case wrong(String)
    /// The machine could not do it, and why: that says nothing of what is tested.
    case notMade(String)
  }

  /// Options that have every round end with another start of the machine, unless so many rounds were asked for.
  static var restart: [String] { Machine.number("POWER_CUTS") == nil ? ["--same-boot", "0"] : [] }

  static func run(seed: UInt64, _ options: String...) throws -> Outcome { try run(seed: seed, options) }

  /// Runs a round; once more when the machine could not, as when all loop devices are taken.
  static func run(seed: UInt64, _ options: [String]) throws -> Outcome {
    try run(seed: seed, options, ("power-cut", "fileprovider"))
  }

  private static func run(seed: UInt64, _ options: [String], _ words: Words) throws -> Outcome {
    let first = try outcome(seed: seed, options, words)
    guard case .notMade = first else { return first }
    return try outcome(seed: seed, options, words)
  }

  /// The same of a domain with a provider.
  static func runReplica(seed: UInt64, _ options: String...) throws -> Outcome {
    try run(seed: seed, options, ("replica-cut", "ReplicaExerciser"))
  }

  /// The same of contacts that commands save.
  static func runContacts(seed: UInt64) throws -> Outcome {
    try run(seed: seed, [], ("contacts-cut", "fileprovider"))
  }

  private typealias Words = (word: String, program: String)

  private static func outcome(seed: UInt64, _ options: [String], _ words: Words) throws -> Outcome {
    let result = try start(seed: seed, options, words)
    switch result.status {
    case 0: return .asDemanded
    case 1: return .wrong("\(words.word) --seed \(seed) \(options.joined(separator: " ")): \(result)")
    default: return .notMade("\(result)")
    }
  }

  /// 0 when nothing is wrong, 1 when something is, anything else when the round could not be made.
  ///
  /// All that a round makes goes with its namespaces, which go with its first process. That ends when this one does: a lock tells it.
  private static func start(
    seed: UInt64, _ options: [String], _ kind: Words = ("power-cut", "fileprovider")
  ) throws -> ProcessResult {
    let sandbox = try Sandbox()
    let (exerciser, program) = (Machine.built("MountExerciser"), Machine.built(kind.program))
    let lock = sandbox.folder + "/alive"
    let descriptor = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    let words = try [
      "unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private",
      #require(exerciser), kind.word, "--program", #require(program), "--while", lock, "--seed", "\(seed)",
    ]
    // The limit is for what never ends.
    return try sandbox.startProgram(words + options + [sandbox.folder]).wait(seconds: 600)
  }
}
