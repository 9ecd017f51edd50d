import CProbes

/// A visit of every item with its attributes, through a mount that the kernel knows nothing about, and once more.
enum FindRow {
  private struct Measures {
    let fresh: Measure
    let processor: Measure
    let warm: Measure
    let requests: Measure
    let resident: Measure
    let anonymous: Measure

    init(isLarge: Bool) {
      let prefix = isLarge ? "find-large" : "find"
      fresh = Measure(
        "\(prefix).fresh", "items, fresh mount", .perSecond, .atLeast(isLarge ? 0.7 : 0.75, times: .null),
        .atLeast(2, times: .bindfs))
      processor = Measure("\(prefix).cpu", "processor time an item, walker and server", .microseconds)
      warm = Measure("\(prefix).warm", "items, warm", .perSecond, .atLeast(0.95, times: .null))
      // Opening and releasing it. A request an item would make this a dozen.
      requests = Measure("\(prefix).requests", "requests a folder, warm", .each, .atMost(2.1))
      resident = Measure("\(prefix).resident", "server's memory, peak", .mebibytes, .atMost(64))
      anonymous =
        isLarge
        ? Measure(
          "\(prefix).anonymous", "of that anonymous", .mebibytes, .atMost(1.1, timesMeasure: "find.anonymous"))
        : Measure("\(prefix).anonymous", "of that anonymous", .mebibytes)
    }

    var all: [Measure] { [fresh, processor, warm, requests, resident, anonymous] }
  }

  static func row(isLarge: Bool) -> Row {
    let measures = Measures(isLarge: isLarge)
    return Row(
      name: isLarge ? "find-large" : "find",
      about: isLarge ? "find with stat, 1 000 000 items" : "find with stat",
      measures: measures.all, isLarge: isLarge
    ) { bench in
      let world = isLarge ? bench.large : bench.main
      var seen: [Contestant: UInt64] = [:]
      bench.interleave([.ours, .null, .plain, .bindfs]) { contestant in
        try world.mounted(contestant) { mount in
          seen[contestant] = try visit(world, mount, contestant, measures, bench)
        }
      }
      // Figures over different trees would mean nothing.
      for (contestant, checksum) in seen where seen[.plain].map({ $0 != checksum }) == true {
        bench.remark("\(contestant.rawValue) does not show the same tree as the plain folder")
      }
    }
  }

  private static func visit(
    _ world: World, _ mount: Mount, _ contestant: Contestant, _ measures: Measures, _ bench: Bench
  ) throws -> UInt64 {
    let top = mount.root + "/tree"
    let watch = MemoryWatch(mount.server)
    let before = mount.processorTime
    let fresh = try Walk.run(top, WALK_STAT_DEEP)
    let spent = mount.processorTime - before + Double(fresh.cpu) / 1e9
    bench.record(measures.fresh, contestant, Walk.rate(fresh))
    bench.record(measures.processor, contestant, spent * 1e6 / Double(fresh.items))
    if let memory = watch.end() {
      bench.record(measures.resident, contestant, memory.residentPeak)
      bench.record(measures.anonymous, contestant, memory.anonymous)
    }

    // Reading a folder changes its last access, so the first warm walk asks for that once a folder, whoever the server is.
    _ = try Walk.run(top, WALK_STAT_DEEP)
    let store = [.ours, .other].contains(contestant) ? try world.store(of: contestant) : nil
    let requests = store?.requestCount(of: mount.root)
    bench.record(measures.warm, contestant, Walk.rate(try Walk.run(top, WALK_STAT_DEEP)))
    if let store, let requests, let after = store.requestCount(of: mount.root) {
      bench.record(measures.requests, contestant, Double(after - requests) / Double(fresh.directories))
    }
    return fresh.checksum
  }
}
