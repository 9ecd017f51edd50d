import Foundation

/// What the store delivers in process, without the command around it: `ChangeCounter` of the main package, which is built beside
/// `fileprovider`, walks the change history, and reads the same rows of the log through SQLite alone.
enum ChangesRow {
  private static let coalesced = Measure(
    "changes.coalesced", "changes in process, each item once", .perSecond, .atLeast(1_000_000))
  private static let individual = Measure("changes.individual", "changes in process, every one", .perSecond)

  static let row = Row(
    name: "changes", about: "catching up in process; null: SQLite reading the same rows",
    measures: [coalesced, individual], isPaired: false
  ) { bench in
    guard let fileprovider = bench.workspace.fileprovider else { return }
    let counter = URL(fileURLWithPath: fileprovider).deletingLastPathComponent().appendingPathComponent("ChangeCounter")
    guard FileManager.default.isExecutableFile(atPath: counter.path) else {
      return bench.remark("there is no ChangeCounter beside fileprovider; build it with --product ChangeCounter")
    }
    let store = try bench.main.store()
    bench.interleave([.ours]) { contestant in
      let command = Command(executable: counter.path, arguments: [store.folder + "/fileprovider/default"])
      let line = try command.read(log: bench.workspace.log)
      let figures = try JSONDecoder().decode(Figures.self, from: Data(line))
      bench.record(coalesced, contestant, figures.coalesced)
      bench.record(individual, contestant, figures.individual)
      bench.record(individual, .null, figures.scan)
    }
  }

  private struct Figures: Decodable {
    let coalesced: Double
    let individual: Double
    let scan: Double
  }
}
