import CProbes
import Dispatch
import Synchronization

/// A run of the benchmarks: the worlds the rows measure in, and what they found. Used by the main thread alone.
final class Bench {
  let options: Options
  let workspace: Workspace
  private(set) var results = Results()
  private var row = ""
  /// Whether the row has taken longer than it may. Set by the watchdog.
  private let isOverdue = Flag()

  /// `/tree` and `/flat` of the size asked for: what most rows use.
  let main: World
  /// `/tree` of a million items.
  let large: World
  /// `/data`, one big file.
  let contents: World
  /// Nothing, to be changed.
  let empty: World

  /// The size of `/data`.
  let contentsSize: Int

  init(_ options: Options) throws {
    self.options = options
    workspace = try Workspace(options: options)
    contentsSize = (options.isQuick ? 64 : 256) << 20
    main = World("main", Shape(items: options.items, flat: options.items), workspace)
    large = World("large", Shape(items: 1_000_000), workspace)
    contents = World("contents", Shape(data: contentsSize), workspace)
    empty = World("empty", Shape(), workspace)
    if workspace.fileprovider == nil { results.remark("ours: no fileprovider to measure; see --fileprovider") }
    if workspace.nullserver == nil { results.remark("null: no nullserver beside benchmark; see README.md") }
    if workspace.bindfs == nil { results.remark("bindfs: not installed") }
  }

  /// Runs a row and gives up on it when it takes too long.
  func run(_ row: Row) {
    self.row = row.name
    let limit = options.limit
    isOverdue.isSet = false
    let watchdog = DispatchWorkItem { [isOverdue] in
      isOverdue.isSet = true
      Console.note("\(row.name) takes longer than \(Int(limit)) seconds; its servers are ended")
      Cleanup.endServers()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: watchdog)
    defer { watchdog.cancel() }
    do {
      try row.run(self)
    } catch {
      remark("\(error)")
    }
    Console.progress("")
  }

  func record(_ measure: Measure, _ contestant: Contestant, _ value: Double) {
    results.add(value, to: measure, for: contestant)
  }

  /// Runs something that is measured, and records what processor time it costs: the server's, this program's, and that of those it has
  /// waited for.
  func spending<Result>(
    on measure: Measure, _ contestant: Contestant, _ mount: Mount, _ body: () throws -> Result
  ) rethrows -> Result {
    let before = mount.processorTime + ProcessTable.ownProcessorTime
    let result = try body()
    results.addProcessorTime(
      mount.processorTime + ProcessTable.ownProcessorTime - before, to: measure, for: contestant)
    return result
  }

  func remark(_ text: String) { results.remark("\(row): \(text)") }

  func isAvailable(_ contestant: Contestant) -> Bool {
    switch contestant {
    case .ours: workspace.fileprovider != nil
    case .other: workspace.otherFileprovider != nil
    case .null: workspace.nullserver != nil
    case .bindfs: workspace.bindfs != nil
    case .plain: true
    }
  }

  /// Measures one contestant after the other, and that as often as there are runs, so that what else goes on in the
  /// machine meets all of them. Who fails is left out of the rest of the row. Of two builds that are compared each goes first in turn.
  func interleave(_ contestants: [Contestant], _ body: (Contestant) throws -> Void) {
    var left = (options.isPaired ? [.other, .ours] : contestants).filter(isAvailable)
    for run in 1...options.runs {
      for contestant in options.isPaired && run.isMultiple(of: 2) ? left.reversed() : left {
        Cleanup.checkpoint()
        if isOverdue.isSet { return remark("given up after \(Int(options.limit)) seconds") }
        Console.progress("\(row): run \(run) of \(options.runs), \(contestant.rawValue)")
        do {
          try body(contestant)
        } catch {
          remark("\(contestant.rawValue): \(error)")
          left.removeAll { $0 == contestant }
        }
      }
    }
  }

  /// How long a command takes, in seconds.
  func time(_ command: Command) throws -> Double {
    let start = probe_monotonic()
    try command.run(log: workspace.log)
    return Double(probe_monotonic() - start) / 1e9
  }
}

/// A truth that one thread sets and another reads.
private final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
