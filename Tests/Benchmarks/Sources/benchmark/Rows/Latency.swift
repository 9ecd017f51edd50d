import CProbes
import Foundation
import Glibc

/// A commit by one process until its line is at another that waits. Both clocks are this machine's: the line says when the
/// commit was, and the reader notes when the line came.
enum LineRow {
  private static let median = Measure("line.p50", "commit to line, p50", .milliseconds, .atMost(2))
  private static let tail = Measure("line.p99", "the same, p99", .milliseconds, .atMost(20))

  static let row = Row(
    name: "line", about: "commit by one process to the line at a waiting tail", measures: [median, tail]
  ) { bench in
    guard bench.isAvailable(.ours) else { return }
    var known: [Contestant: Changes] = [:]
    bench.interleave([.ours]) { contestant in
      let changes = try known[contestant] ?? Changes(bench, in: "line", of: contestant)
      known[contestant] = changes
      let follower = try Follower(changes.store)
      defer { follower.end() }
      let delays = try changes.each { name in
        try changes.make(name).succeed()
        let (committed, arrived) = try follower.line(about: name, seconds: 10)
        return arrived - committed
      }
      bench.record(median, contestant, milliseconds(50, delays))
      bench.record(tail, contestant, milliseconds(99, delays))
    }
  }

  static func milliseconds(_ rank: Double, _ delays: [Int64]) -> Double {
    Double(percentile(rank, of: delays) ?? 0) / 1e6
  }
}

/// A commit by one process until the mount of another shows it, to a program that has asked for the name before and been
/// told that there is none. It asks again every tenth of a millisecond: without a pause it would keep one processor busy.
enum SeenRow {
  private static let median = Measure("seen.p50", "commit to seen in a mount, p50", .milliseconds, .atMost(10))
  private static let tail = Measure("seen.p99", "the same, p99", .milliseconds, .atMost(50))

  static let row = Row(
    name: "seen", about: "commit by one process to seen in a mount by another", measures: [median, tail]
  ) { bench in
    guard bench.isAvailable(.ours) else { return }
    var known: [Contestant: Changes] = [:]
    bench.interleave([.ours]) { contestant in
      let changes = try known[contestant] ?? Changes(bench, in: "seen", of: contestant)
      known[contestant] = changes
      let follower = try Follower(changes.store)
      defer { follower.end() }
      try bench.main.mounted(contestant) { mount in
        let directory = try Descriptor(opening: "\(mount.root)/seen", O_RDONLY | O_DIRECTORY)
        let delays = try changes.each { name in
          guard faccessat(directory.number, name, F_OK, 0) != 0 else { throw Failure("\(name) is there already") }
          let change = try changes.make(name)
          var seen: Int64 = 0
          let result = probe_wait_for_name(directory.number, name, 100_000, 10_000_000_000, &seen)
          try change.succeed()
          try Failure.checkProbe(result, "waiting for \(name) in the mount")
          return try seen - follower.line(about: name, seconds: 10).committed
        }
        bench.record(median, contestant, LineRow.milliseconds(50, delays))
        bench.record(tail, contestant, LineRow.milliseconds(99, delays))
      }
    }
  }
}

/// New folders in one folder of the main store, each made by a process of its own.
private final class Changes {
  let store: Store
  private let bench: Bench
  private let folder: String
  private var count = 0

  init(_ bench: Bench, in folder: String, of contestant: Contestant) throws {
    self.bench = bench
    self.folder = folder
    store = try bench.main.store(of: contestant)
    try store.command("mkdir", "/\(folder)").run(log: bench.workspace.log)
  }

  /// Calls `body` with new names, at moments that do not follow from its own rhythm.
  func each(_ body: (String) throws -> Int64) throws -> [Int64] {
    try (0..<bench.options.scaled(100)).map { _ in
      count += 1
      // The clock itself is meant.
      usleep(UInt32(count * 7919 % 20_000))
      return try body("change-\(count)-\(getpid())")
    }
  }

  func make(_ name: String) throws -> Child {
    try store.command("mkdir", "/\(folder)/\(name)").start(log: bench.workspace.log)
  }
}
