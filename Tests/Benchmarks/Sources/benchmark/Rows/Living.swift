import CProbes
import Glibc

/// A provider's domain beside a local one: the same tree in both, everything materialized, and what is changed in the first is told to its provider
/// meanwhile. The provider is a dictionary, so that what it costs is ours.
enum LivingRow {
  /// What is done in each of the two, and how long the part that counts takes, in nanoseconds.
  private struct Step: Sendable {
    let name: String
    let title: String
    let run: @Sendable (Bench, LivingDomain) throws -> Int64

    var time: Measure { Measure("living.\(name)", title, .times, .atMost(1.1)) }
    var processor: Measure { Measure("living.\(name).processor", "– processor time of mount and program", .times) }
  }

  private static let steps: [Step] =
    [
      Step(name: "find", title: "find with stat") { _, domain in
        Int64(try Walk.run(domain.tree, WALK_STAT_DEEP).elapsed)
      },
      Step(name: "stat", title: "stat, nothing cached") { bench, domain in try stat(bench, domain) },
      small("create", "files created", SMALL_CREATE), small("rename", "files renamed", SMALL_RENAME),
      small("unlink", "files removed", SMALL_UNLINK), small("write", "files of 4 KiB written", SMALL_WRITE),
      small("read", "opened, read and closed", SMALL_READ),
      small("discard", "removed with their contents", SMALL_DISCARD),
      Step(name: "status", title: "git status") { bench, domain in
        Int64(
          try bench.time(RepositoryMaker.git(bench.workspace, ["status", "--porcelain"], in: domain.repository)) * 1e9)
      },
    ]

  private static func small(_ name: String, _ title: String, _ operation: small_operation) -> Step {
    Step(name: name, title: title) { bench, domain in
      let folder = try Descriptor(opening: domain.changes, O_RDONLY | O_DIRECTORY)
      var elapsed: Int64 = 0
      let count = bench.options.scaled(5_000)
      try Failure.checkProbe(probe_small_operations(folder.number, operation, 0, count, &elapsed), title)
      return elapsed
    }
  }

  private static func stat(_ bench: Bench, _ domain: LivingDomain) throws -> Int64 {
    let file = try Descriptor(opening: "\(domain.tree)/\(domain.shape.someFile)", probe_path)
    var times = [UInt32](repeating: 0, count: bench.options.scaled(20_000))
    try Failure.checkProbe(probe_stat(file.number, times.count, &times), "stat")
    return times.reduce(0) { $0 + Int64($1) }
  }

  static let row = Row(
    name: "living", about: "a provider's domain over a local one, pair by pair, while the provider is told",
    measures: steps.flatMap { [$0.time, $0.processor] } + [memory], isPaired: false
  ) { bench in
    guard let fileprovider = bench.workspace.fileprovider else { return }
    let program = Workspace.parent(of: fileprovider) + "/MemoryFixture"
    guard File.exists(program) else {
      return bench.remark("there is no MemoryFixture beside fileprovider; build it with --product MemoryFixture")
    }
    let shape = Shape(items: bench.options.scaled(10_000), flat: 100)
    let repository = try RepositoryMaker(bench.workspace).make(items: bench.options.scaled(3_000))
    var domains: [LivingDomain] = []
    defer { for domain in domains { domain.end() } }
    for program in [fileprovider, program] {
      domains.append(try LivingDomain(bench.workspace, program: program, shape))
    }
    for domain in domains { try domain.fill(bench, archive: repository.archive) }
    for run in 0..<bench.options.runs {
      Cleanup.checkpoint()
      Console.progress("living: pair \(run + 1) of \(bench.options.runs)")
      for step in steps { try measure(step, run, domains, bench) }
    }
    if let peak = domains[1].memory { bench.record(memory, .ours, peak) }
  }

  private static let memory = Measure("living.memory", "memory of the provider's mount, peak", .mebibytes, .atMost(64))

  private static func measure(_ step: Step, _ run: Int, _ domains: [LivingDomain], _ bench: Bench) throws {
    var elapsed = [0.0, 0.0]
    var processor = [0.0, 0.0]
    for place in run.isMultiple(of: 2) ? [0, 1] : [1, 0] {
      let before = domains[place].mount.processorTime + ProcessTable.ownProcessorTime
      elapsed[place] = Double(try step.run(bench, domains[place]))
      processor[place] = domains[place].mount.processorTime + ProcessTable.ownProcessorTime - before
    }
    bench.record(step.time, .ours, elapsed[1] / elapsed[0])
    if processor[0] > 0 { bench.record(step.processor, .ours, processor[1] / processor[0]) }
  }
}
