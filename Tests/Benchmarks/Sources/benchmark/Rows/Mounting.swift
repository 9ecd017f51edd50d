import CProbes
import Glibc

/// From the start of the command until it returns, and until the first question about an item is answered.
enum MountRow {
  static func row(isLarge: Bool) -> Row {
    let prefix = isLarge ? "mount-large" : "mount"
    let returned = Measure("\(prefix).returned", "mount returns", .milliseconds, .atMost(100))
    let answered = Measure("\(prefix).answered", "first answer", .milliseconds, .atMost(100))
    return Row(
      name: prefix,
      about: isLarge ? "mount answering, store of 1 000 000 items" : "mount answering",
      measures: [returned, answered], isLarge: isLarge
    ) { bench in
      let world = isLarge ? bench.large : bench.main
      bench.interleave([.ours, .null, .bindfs]) { contestant in
        let mountpoint = try world.makeMountpoint(contestant)
        let command = try world.mountCommand(contestant, at: mountpoint, foreground: false)
        let start = probe_monotonic()
        try command.run(log: bench.workspace.log)
        let end = probe_monotonic()
        defer { unmount(mountpoint, bench) }
        var attributes = stat()
        try Failure.check(lstat(mountpoint + "/tree", &attributes), mountpoint + "/tree")
        bench.record(returned, contestant, Double(end - start) / 1e6)
        bench.record(answered, contestant, Double(probe_monotonic() - start) / 1e6)
      }
    }
  }

  /// The server is not our child: it is gone when no process names the mount point any more.
  private static func unmount(_ mountpoint: String, _ bench: Bench) {
    for _ in 0..<100 where !WorkspaceMounts.unmount(mountpoint, lazily: false, log: bench.workspace.log) {
      usleep(20_000)
    }
    for _ in 0..<250 where !ProcessTable.processes(mentioning: mountpoint).isEmpty { usleep(20_000) }
    rmdir(mountpoint)
  }
}
