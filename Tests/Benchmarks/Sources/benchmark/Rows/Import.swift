import CProbes

/// A tree of empty files into an empty store.
enum ImportRow {
  private static let items = Measure("import.items", "items", .perSecond, .atLeast(50_000))

  static let row = Row(name: "import", about: "import, metadata", measures: [items]) { bench in
    let tree = try bench.main.plain() + "/tree"
    var number = 0
    bench.interleave([.ours]) { contestant in
      number += 1
      let store = try Store(bench.workspace, name: "import-\(number)", of: contestant)
      defer { File.remove(store.folder) }
      let seconds = try bench.time(store.command("import", tree))
      bench.record(items, contestant, Double(bench.options.items) / seconds)
    }
  }
}
