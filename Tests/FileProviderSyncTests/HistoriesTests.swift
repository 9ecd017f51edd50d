import Foundation
import SyncSimulator
import Testing

struct HistoriesTests {
  /// The number of random histories: few without optimization, where each takes 15 ms, and as many as asked for.
  private var count: UInt64 {
    if let asked = ProcessInfo.processInfo.environment["SYNC_HISTORIES"].flatMap(UInt64.init) { return asked }
    #if DEBUG
      return 1_000
    #else
      return 20_000
    #endif
  }

  /// One of 1 000 may break a clause: the page *The sync engine* says what is known of them.
  @Test func `Keeps the law in random histories`() {
    var report = Report()
    for seed in 1...count { report.run(seed) }
    print(report)
    #expect(report.broken.count <= Int(count / 1_000))
  }

  /// A seed stands for one history, event by event.
  @Test func `Replays a history from its seed`() {
    let first = History(seed: 4_711).run()
    let second = History(seed: 4_711).run()
    #expect(first.met == second.met)
    #expect(first.calls == second.calls)
    #expect(first.violation == second.violation)
  }
}
