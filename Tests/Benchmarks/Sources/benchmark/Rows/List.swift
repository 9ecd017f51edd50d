import CProbes

/// `ls -l` of one big folder: every name, and the attributes of each as it comes.
enum ListRow {
  private static let fresh = Measure(
    "ls.fresh", "entries, fresh mount", .perSecond, .atLeast(0.65, times: .null))
  private static let warm = Measure("ls.warm", "entries, warm", .perSecond)

  static let row = Row(
    name: "ls", about: "ls -l of one big folder", measures: [fresh, warm]
  ) { bench in
    bench.interleave([.ours, .null, .plain, .bindfs]) { contestant in
      try bench.main.mounted(contestant) { mount in
        for measure in [fresh, warm] {
          bench.record(measure, contestant, Walk.rate(try Walk.run(mount.root + "/flat", WALK_STAT)))
        }
      }
    }
  }
}

/// `ls -U` of one big folder: the names alone.
enum NamesRow {
  private static let fresh = Measure(
    "names.fresh", "names, fresh mount", .perSecond, .atLeast(0.65, times: .null))
  private static let cached = Measure(
    "names.cached", "names, cached", .perSecond, .atLeast(0.8, times: .null))

  static let row = Row(
    name: "names", about: "names of one big folder", measures: [fresh, cached]
  ) { bench in
    bench.interleave([.ours, .null, .plain, .bindfs]) { contestant in
      try bench.main.mounted(contestant) { mount in
        let rates = try (0..<6).map { _ in Walk.rate(try Walk.run(mount.root + "/flat", WALK_NAMES)) }
        bench.record(fresh, contestant, rates[0])
        // A cached listing takes a few milliseconds; the median of five evens out what else the machine did in one.
        if let median = Samples(values: Array(rates.dropFirst())).median {
          bench.record(cached, contestant, median)
        }
      }
    }
  }
}
