import Glibc

/// What the tests of a mount have a process of its own do: be another user, be killed, hold things open.
///
/// - `model [--seed N] [--steps N] [--user N] [--verbose] MOUNTED PLAIN`: the same random operations on both trees.
/// - `load --journal FILE [--seed N] [--workers N] DIRECTORY`: changes things until it fails, and keeps a journal.
/// - `verify --journal FILE DIRECTORY`: whether everything that the journal says was acknowledged is there.
/// - `make PREFIX DIRECTORY`: makes and renames folders until it cannot, and says how many.
/// - `power-cut --program FILEPROVIDER [--seed N] [--while LOCK] FOLDER`: a machine whose power is cut; as root, the first process in namespaces of its own.
/// - `replica-cut --program REPLICAEXERCISER [--seed N] [--while LOCK] FOLDER`: the same of a domain with a provider, or `kill -9`.
/// - `contacts-cut --program FILEPROVIDER [--seed N] [--while LOCK] FOLDER`: the same of commands that save contacts.
/// - `hold COUNT DIRECTORY`: keeps so many directories under that one open, and says so.
@main struct Main {
  static func main() {
    var arguments = Arguments(CommandLine.arguments.dropFirst())
    switch (arguments.word, arguments.rest.count) {
    case ("model", 2): model(&arguments)
    case ("load", 1):
      Load(directory: arguments.rest[0], journal: arguments.text("journal"), seed: arguments.seed).run(
        workers: arguments.number("workers") ?? 3)
    case ("verify", 1): verify(arguments)
    case ("make", 2): make(arguments.rest[0], arguments.rest[1])
    case ("power-cut", 1): powerCut(arguments)
    case ("replica-cut", 1): replicaCut(arguments)
    case ("contacts-cut", 1): contactsCut(arguments)
    case ("hold", 2): hold(Int(arguments.rest[0]) ?? 0, arguments.rest[1])
    default:
      print(
        """
        usage: model MOUNTED PLAIN | load DIRECTORY | verify DIRECTORY | make PREFIX DIRECTORY | hold COUNT DIRECTORY
        | power-cut FOLDER | replica-cut FOLDER | contacts-cut FOLDER
        """)
      exit(64)
    }
  }

  private static func model(_ arguments: inout Arguments) {
    let (seed, steps) = (arguments.seed, arguments.number("steps") ?? 1000)
    // A FIFO without a reader answers with an error, which is compared like any other.
    signal(SIGPIPE, SIG_IGN)
    if let user = arguments.number("user") {
      guard setgroups(0, nil) == 0, setgid(gid_t(user)) == 0, setuid(uid_t(user)) == 0 else {
        print("cannot become user \(user)")
        exit(1)
      }
    }
    print("seed \(seed), \(steps) steps, user \(geteuid())")
    fflush(nil)
    let lines = ModelSearch(
      mounted: arguments.rest[0], plain: arguments.rest[1], seed: seed, steps: steps,
      isVerbose: arguments.has("verbose")
    ).run()
    for line in lines { print(line) }
    exit(lines.isEmpty ? 0 : 1)
  }

  private static func verify(_ arguments: Arguments) {
    let problems = Verification(directory: arguments.rest[0], journal: arguments.text("journal")).run()
    for problem in problems { print(problem) }
    exit(problems.isEmpty ? 0 : 1)
  }

  private static func powerCut(_ arguments: Arguments) {
    var plan = CutPlan(seed: arguments.seed)
    plan.take(arguments)
    if arguments.has("list") { return CutScenario.all.forEach { print($0.name) } }
    print("seed \(arguments.seed): \(plan)")
    fflush(nil)
    if arguments.has("while") { CutWatch.begin(lock: arguments.text("while")) }
    do throws(CutFailure) {
      if arguments.has("probe") { return try CutMachine.probe(folder: arguments.rest[0]) }
      let round = try CutRound(
        plan: plan, seed: arguments.seed, program: arguments.text("program"), folder: arguments.rest[0])
      let problems = try round.run()
      for problem in problems { print(problem) }
      exit(problems.isEmpty ? 0 : 1)
    } catch {
      error.end()
    }
  }

  private static func replicaCut(_ arguments: Arguments) {
    var plan = ReplicaCutPlan(seed: arguments.seed)
    plan.take(arguments)
    print("seed \(arguments.seed): \(plan)")
    fflush(nil)
    if arguments.has("while") { CutWatch.begin(lock: arguments.text("while")) }
    do throws(CutFailure) {
      let round = try ReplicaCutRound(
        plan: plan, seed: arguments.seed, program: arguments.text("program"), folder: arguments.rest[0],
        keep: arguments.has("keep") ? arguments.text("keep") : nil)
      let problems = try round.run()
      for problem in problems { print(problem) }
      exit(problems.isEmpty ? 0 : 1)
    } catch {
      error.end()
    }
  }

  private static func contactsCut(_ arguments: Arguments) {
    print("seed \(arguments.seed)")
    fflush(nil)
    if arguments.has("while") { CutWatch.begin(lock: arguments.text("while")) }
    do throws(CutFailure) {
      let round = try ContactsCutRound(
        seed: arguments.seed, program: arguments.text("program"), folder: arguments.rest[0])
      let problems = try round.run()
      for problem in problems { print(problem) }
      exit(problems.isEmpty ? 0 : 1)
    } catch {
      error.end()
    }
  }

  private static func make(_ prefix: String, _ directory: String) {
    var count = 0
    while true {
      let path = "\(directory)/\(prefix)-\(count)"
      guard mkdir(path + "-new", 0o755) == 0, rename(path + "-new", path) == 0 else { break }
      count += 1
    }
    print(count)
  }

  private static func hold(_ count: Int, _ directory: String) {
    var limit = rlimit(rlim_cur: rlim_t(count + 100), rlim_max: rlim_t(count + 100))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let names = Listing.names(directory).1.prefix(count)
    let open = names.filter { Glibc.open("\(directory)/\($0)", O_RDONLY) >= 0 }
    print("holding \(open.count)")
    fflush(nil)
    while true { pause() }
  }
}

/// A word, options with values, and the rest.
struct Arguments {
  let word: String
  private(set) var rest: [String] = []
  private var options: [String: String] = [:]
  private static let withoutValue: Set<String> = ["verbose", "plain", "pretend", "probe", "list"]

  init(_ words: some Sequence<String>) {
    var words = Array(words)[...]
    word = words.popFirst() ?? ""
    while let next = words.popFirst() {
      guard next.hasPrefix("--") else {
        rest.append(next)
        continue
      }
      let name = String(next.dropFirst(2))
      options[name] = Self.withoutValue.contains(name) ? "" : words.popFirst() ?? ""
    }
  }

  func has(_ name: String) -> Bool { options[name] != nil }
  func text(_ name: String) -> String { options[name] ?? "" }
  func number(_ name: String) -> Int? { options[name].flatMap { Int($0) } }
  var seed: UInt64 { options["seed"].flatMap { UInt64($0) } ?? UInt64.random(in: 1..<1_000_000_000) }
}
