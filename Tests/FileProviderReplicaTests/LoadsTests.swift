@testable import FileProviderReplica
import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization
import Testing

/// Loads that are shared, withdrawn and dropped.
@Suite struct LoadsTests {
  /// Loads on one thread, which is busy until `release`.
  private final class Stage: Sendable {
    let loads = Loads()
    let pool = WorkerPool(name: "test", limit: 1)
    let isReleased = Monitor(false)
    /// What was loaded, in its order.
    let loaded = Mutex<[SourceSubject]>([])
    /// Whether it was loaded for nobody but those who want what is missing, in the same order.
    let missing = Mutex<[Bool]>([])
    /// The numbers of the waiters that were answered, with the code of their error.
    let answered = Monitor<[Int: Int?]>([:])
    let hasBegun = Monitor(false)

    deinit { pool.close() }

    func begin(_ number: Int, _ subject: SourceSubject, isUrgent: Bool = true, isMissing: Bool = false) -> SourceTicket
    {
      loads.begin(
        subject, on: pool, isUrgent: isUrgent, onlyIfMissing: isMissing,
        { [self] isMissing in
          missing.withLock { $0.append(isMissing) }
          loaded.withLock { $0.append(subject) }
          hasBegun.withLock { $0 = true }
          _ = isReleased.wait(until: .never, for: { $0 ? true : nil })
        },
        whenDone: { [self] result in
          var code: Int?
          if case .failure(let error) = result { code = (error as NSError).code }
          answered.withLock { $0[number] = .some(code) }
        })
    }

    func withdraw(_ ticket: SourceTicket) { loads.withdraw(ticket, from: { _ in pool }) }
    func waitUntilBegun() { _ = hasBegun.wait(until: .never, for: { $0 ? true : nil }) }
    func release() { isReleased.withLock { $0 = true } }
    func waitUntilDone(_ count: Int) { _ = answered.wait(until: .never, for: { $0.count == count ? true : nil }) }
    var all: [Int: Int?] { answered.read { $0 } }
  }

  private let one = SourceSubject.contents(ItemID(rawValue: 2000))
  private let two = SourceSubject.contents(ItemID(rawValue: 2001))
  private let withdrawn = CocoaError.Code.userCancelled.rawValue

  @Test
  func `all who ask for one thing share one load, also one that has begun`() {
    let stage = Stage()
    _ = stage.begin(1, one)
    stage.waitUntilBegun()
    _ = stage.begin(2, one)
    _ = stage.begin(3, two)
    _ = stage.begin(4, two)
    #expect(stage.loads.count == 2)
    stage.release()
    stage.waitUntilDone(4)
    #expect(stage.loaded.withLock { $0 } == [one, two])
    #expect(stage.all == [1: nil, 2: nil, 3: nil, 4: nil])
  }

  @Test
  func `what has not begun is dropped with the last who wants it, and not before`() {
    let stage = Stage()
    _ = stage.begin(1, one)
    stage.waitUntilBegun()
    let first = stage.begin(2, two)
    let second = stage.begin(3, two)
    stage.withdraw(first)
    #expect(stage.loads.count == 2)
    stage.withdraw(second)
    stage.withdraw(second)
    #expect(stage.loads.count == 1)
    #expect(stage.all == [2: withdrawn, 3: withdrawn])
    stage.release()
    stage.waitUntilDone(3)
    stage.pool.close()
    #expect(stage.pool.waitUntilEmpty(until: .after(.seconds(30))))
    #expect(stage.loaded.withLock { $0 } == [one])
  }

  @Test
  func `a load that has begun goes on without waiters: one who left hears of its end, and the next joins it`() {
    let stage = Stage()
    let first = stage.begin(1, one)
    stage.waitUntilBegun()
    stage.withdraw(first)
    #expect(stage.all.isEmpty)
    let second = stage.begin(2, one)
    stage.withdraw(second)
    // One who left is enough.
    #expect(stage.all == [2: withdrawn])
    _ = stage.begin(3, one)
    stage.release()
    stage.waitUntilDone(3)
    #expect(stage.all == [1: nil, 2: withdrawn, 3: nil])
    #expect(stage.loaded.withLock { $0 } == [one])
  }

  @Test
  func `those who ask and give up while everything hangs leave nothing behind`() {
    let stage = Stage()
    _ = stage.begin(0, one)
    stage.waitUntilBegun()
    for number in 1...10_000 { stage.withdraw(stage.begin(number, two)) }
    #expect(stage.loads.count == 1)
    #expect(stage.pool.jobCount == 0)
    stage.release()
    stage.waitUntilDone(10_001)
  }

  @Test
  func `what somebody asks for urgently comes before what nobody is in a hurry for`() {
    let stage = Stage()
    let three = SourceSubject.contents(ItemID(rawValue: 2002))
    _ = stage.begin(1, one)
    stage.waitUntilBegun()
    _ = stage.begin(2, two, isUrgent: false)
    _ = stage.begin(3, three, isUrgent: false)
    // Once is enough: those who ask again cost nothing more.
    for number in 4...6 { _ = stage.begin(number, three) }
    stage.release()
    stage.waitUntilDone(6)
    #expect(stage.loaded.withLock { $0 } == [one, three, two])
  }

  @Test
  func `what is here by now is loaded once more only where one who waits wants it again`() {
    let stage = Stage()
    let three = SourceSubject.contents(ItemID(rawValue: 2002))
    _ = stage.begin(1, one)
    stage.waitUntilBegun()
    _ = stage.begin(2, two, isMissing: true)
    _ = stage.begin(3, two, isMissing: true)
    _ = stage.begin(4, three, isMissing: true)
    _ = stage.begin(5, three)
    _ = stage.begin(6, three, isMissing: true)
    stage.release()
    stage.waitUntilDone(6)
    #expect(stage.missing.withLock { $0 } == [false, true, false])
  }

  @Test
  func `what is not urgent comes to its turn, however much is urgent`() {
    var queue = JobQueue()
    let done = Mutex<[Int]>([])
    for number in 0..<2 { queue.append({ done.withLock { $0.append(number) } }, UInt64(number), isUrgent: false) }
    for number in 100..<200 {
      queue.append({ done.withLock { $0.append(number) } }, UInt64(number))
      queue.removeFirst()?.run()
    }
    let order = done.withLock { $0 }
    #expect(order.firstIndex(of: 0) == JobQueue.mostUrgentInARow)
    #expect(order.firstIndex(of: 1) == 2 * JobQueue.mostUrgentInARow + 1)
    while let job = queue.removeFirst() { job.run() }
    #expect(done.withLock { $0.count } == 102)
  }

  /// Of four threads only two work on it, so two are free for whoever comes to be in a hurry.
  @Test
  func `what is not urgent leaves threads free, also for itself once it is in a hurry`() {
    let pool = WorkerPool(name: "test", limit: 4, patient: 2)
    let (begun, isOver) = (Monitor<Set<UInt64>>([]), Monitor(false))
    for number in UInt64(0)..<6 {
      pool.submit(number, isUrgent: false) {
        begun.withLock { _ = $0.insert(number) }
        _ = isOver.wait { $0 ? true : nil }
      }
    }
    #expect(begun.wait(until: .after(.seconds(30))) { $0.count == 2 ? true : nil } == true)
    pool.hurry(5)
    #expect(begun.wait(until: .after(.seconds(30))) { $0.contains(5) ? true : nil } == true)
    #expect(begun.read { $0.count } == 3)
    isOver.withLock { $0 = true }
    #expect(begun.wait(until: .after(.seconds(30))) { $0.count == 6 ? true : nil } == true)
    pool.close()
    #expect(pool.waitUntilEmpty(until: .after(.seconds(30))))
  }

  @Test
  func `jobs come in their order, without those that were removed`() {
    var queue = JobQueue()
    let done = Mutex<[Int]>([])
    for number in 0..<100 { queue.append({ done.withLock { $0.append(number) } }, UInt64(number)) }
    for number in 0..<100 where number % 3 != 0 { queue.remove(UInt64(number)) }
    #expect(queue.count == 34)
    while let job = queue.removeFirst() { job.run() }
    #expect(done.withLock { $0 } == Array(stride(from: 0, to: 100, by: 3)))
  }
}
