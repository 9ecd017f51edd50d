import CProbes
import Glibc

/// Changes by another process until who watches the mount has been told of them all. So many that none is left out: what
/// waits for being told is bounded.
enum WatchRow {
  private static let created = Measure("watch.created", "creations told by inotify", .perSecond, .atLeast(5_000))
  private static let deleted = Measure("watch.deleted", "deletions told by inotify", .perSecond, .atLeast(5_000))

  static let row = Row(
    name: "watch", about: "changes by one process told to who watches a mount", measures: [created, deleted]
  ) { bench in
    let count = bench.options.scaled(5_000)
    let source = "\(bench.workspace.folder)/watch-source"
    try File.makeDirectory(source)
    defer { File.remove(source) }
    for number in 0..<count {
      close(try Failure.check(open("\(source)/f\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644), source))
    }
    bench.interleave([.ours]) { contestant in
      let store = try bench.main.store(of: contestant)
      try store.command("mkdir", "/watch").run(log: bench.workspace.log)
      try bench.main.mounted(contestant) { mount in
        let number = probe_watch("\(mount.root)/watch")
        try Failure.checkProbe(number, "watching")
        let watch = Descriptor(owning: number)
        let creation = try store.command("import", "--contents", source, "--into", "/watch")
        bench.record(created, contestant, try rate(count, watch, creation, bench))
        let deletion = try store.command("rm", "-r", "/watch")
        bench.record(deleted, contestant, try rate(count, watch, deletion, bench))
      }
    }
  }

  private static func rate(
    _ count: Int, _ watch: Descriptor, _ command: Command, _ bench: Bench
  ) throws -> Double {
    let child = try command.start(log: bench.workspace.log)
    var elapsed: Int64 = 0
    let result = probe_events(watch.number, count, 10_000_000_000, &elapsed)
    try child.succeed()
    try Failure.checkProbe(result, "waiting for events")
    return Double(count - 1) / (Double(elapsed) / 1e9)
  }
}
