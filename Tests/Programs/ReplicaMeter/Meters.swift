import FileProviderInterface
import FileProviderReplica
import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
import Synchronization

/// What can be measured: each gives its figures by name, and has a new store of its own.
enum Meters {
  typealias Figures = [String: Double]

  /// Items a second from a provider that answers at once, and the microseconds of processor time for each.
  static func pull(
    _ items: Int, filesInFolder: Int, tellsFacts: Bool = false, in directory: URL
  ) async throws -> Figures {
    let provider = InstantProvider(count: items, filesInFolder: filesInFolder, tellsFacts: tellsFacts)
    let stage = try Stage(provider, in: directory)
    let (before, first) = (processorTime, try stage.generation())
    let rate = try await stage.pull()
    let processor = (processorTime - before) * 1e6 / Double(items)
    let rows = Double(try stage.generation() - first) / Double(items)
    await stage.replica.stop()
    return ["rate": rate, "processor": processor, "rows": rows]
  }

  /// Changes that the provider is told a second, with 20 ms for each call.
  static func push(_ edits: Int, in directory: URL, _ edit: @Sendable (Stage, ArraySlice<Int>) throws -> Void)
    async throws -> Figures
  {
    let provider = InstantProvider(count: edits * 2, filesInFolder: 100, latency: 0.02)
    let stage = try Stage(provider, in: directory)
    _ = try await stage.pull()
    try edit(stage, stage.documents(edits))
    let isDone = try stage.replica.pushAndWait(until: .after(.seconds(600)))
    await stage.replica.stop()
    let telling = provider.state.withLock { $0.telling }
    guard isDone, telling.count >= edits else { throw Failure("the provider was told \(telling.count) of \(edits)") }
    return ["rate": telling.rate, "calls": Double(telling.count)]
  }

  /// From the provider's signal until the store has the change, in milliseconds.
  static func signal(_ items: Int, _ times: Int, in directory: URL) async throws -> Figures {
    let provider = InstantProvider(count: items, filesInFolder: 100)
    let stage = try Stage(provider, in: directory)
    _ = try await stage.pull()
    guard let manager = NSFileProviderManager(for: stage.domain) else { throw Failure("there is no manager") }
    let waiter = try stage.store.makeChangeWaiter()
    var samples: [Double] = []
    for (turn, number) in try stage.documents(times).enumerated() {
      // At no fixed distance from what the one before has set off.
      // The clock itself is meant: at different moments of the rhythm of others.
      try await Task.sleep(for: .milliseconds(5 + turn * 7 % 50))
      provider.rename(number, to: "changed \(number).txt")
      let start = ContinuousClock.now
      manager.signalEnumerator(for: .workingSet) { _ in }
      while try !stage.has("changed \(number).txt", number) {
        guard ContinuousClock.now - start < .seconds(30) else { throw Failure("a change does not come") }
        _ = waiter.wait(milliseconds: 100)
      }
      samples.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    await stage.replica.stop()
    samples.sort()
    return ["p50": samples[(times - 1) / 2], "p99": samples[(times * 99 + 99) / 100 - 1]]
  }

  /// The memory of this process, in MiB: with everything listed, and with that many changes that cannot be told.
  static func memory(_ items: Int, _ edits: Int, in directory: URL) async throws -> Figures {
    let provider = InstantProvider(count: items, filesInFolder: 100, isUnreachable: true)
    let stage = try Stage(provider, in: directory)
    _ = try await stage.pull()
    let listed = try status()
    try stage.rename(stage.documents(edits))
    while try stage.waiting() < edits { try await Task.sleep(for: .milliseconds(50)) }
    // The clock itself is meant: calls have failed again and again.
    try await Task.sleep(for: .seconds(4))
    let waiting = try status()
    await stage.replica.stop()
    return [
      "listed": listed["RssAnon"] ?? 0, "listedWhole": listed["VmRSS"] ?? 0, "waiting": waiting["RssAnon"] ?? 0,
      "waitingWhole": waiting["VmRSS"] ?? 0, "peak": waiting["VmHWM"] ?? 0,
    ]
  }

  static func status() throws -> Figures {
    var figures: Figures = [:]
    for line in try String(contentsOfFile: "/proc/self/status", encoding: .utf8).split(separator: "\n") {
      let words = line.split(whereSeparator: { " \t:".contains($0) })
      if words.count == 3, words[2] == "kB", let size = Double(words[1]) { figures[String(words[0])] = size / 1024 }
    }
    return figures
  }
}

/// Of this process, in seconds.
private var processorTime: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

extension Stage {
  func has(_ name: String, _ number: Int) throws -> Bool {
    try store.readCommitted { (reader) throws(StoreError) in
      guard let row = try ProvidedReader(reader).provided(identifier: "\(number)") else { return false }
      return try reader.record(row.item)?.name.spelling == name
    }
  }

  /// The number of the log's last row.
  func generation() throws -> Int64 {
    try store.readCommitted { (reader) throws(StoreError) in try reader.generation().rawValue }
  }

  func waiting() throws -> Int {
    try store.readCommitted { (reader) throws(StoreError) in Int(try ProvidedReader(reader).pendingCount()) }
  }
}
