@testable import FileProviderReplica
import FileProviderStore
import Foundation
import LinuxSystem
import Synchronization
import Testing

/// The parts that wait: each with a deadline, none for ever.
@Suite struct WaitingTests {
  @Test
  func `the first answer counts; after the deadline none does`() throws {
    let first = PendingAnswer<Int>()
    #expect(first.answer(.success(1)))
    #expect(!first.answer(.success(2)))
    #expect(try first.wait(until: .now)?.get() == 1)
    let second = PendingAnswer<Int>()
    #expect(second.wait(until: .after(.milliseconds(5))) == nil)
    #expect(second.close() == nil)
    #expect(!second.answer(.success(1)))
  }

  @Test
  func `pauses grow, and come to an end`() {
    var backoff = Backoff(attempts: 4, first: .seconds(1), longest: .seconds(3))
    let pauses = (0..<5).map { _ in backoff.next() }
    #expect(pauses[4] == nil)
    for (pause, longest) in zip(pauses, [1, 2, 3, 3]) {
      #expect(pause.map { $0 <= .seconds(longest) && $0 >= .seconds(longest) / 2 } == true)
    }
    backoff.reset()
    let pause = backoff.next()
    #expect(pause != nil)
  }

  @Test
  func `a pool has no more threads than it may, does everything, and ends`() {
    let pool = WorkerPool(name: "test", limit: 3)
    let state = Monitor((running: 0, most: 0, done: 0))
    for number: UInt64 in 1...50 {
      pool.submit(number) {
        state.withLock {
          $0.running += 1
          $0.most = max($0.most, $0.running)
        }
        // The clock itself is meant: the work takes a while.
        Thread.sleep(forTimeInterval: 0.001)
        state.withLock {
          $0.running -= 1
          $0.done += 1
        }
      }
    }
    #expect(state.wait(until: .after(.seconds(10)), for: { $0.done == 50 ? true : nil }) == true)
    #expect(state.withLock { $0.most } <= 3)
    pool.close()
    #expect(pool.waitUntilEmpty(until: .after(.seconds(5))))
  }

  @Test
  func `a thread that stands by makes room for others, and no more work at a time for that`() {
    let pool = WorkerPool(name: "test", limit: 2)
    let state = Monitor((calling: 0, most: 0, waiting: 0, isOver: false))
    for number: UInt64 in 1...6 {
      pool.submit(number) {
        state.withLock {
          $0.calling += 1
          $0.most = max($0.most, $0.calling)
        }
        // The clock itself is meant: the work takes a while.
        Thread.sleep(forTimeInterval: 0.001)
        state.withLock { $0.calling -= 1 }
        pool.yielding {
          state.withLock { $0.waiting += 1 }
          _ = state.wait(until: .after(.seconds(20)), for: { $0.isOver ? true : nil })
        }
      }
    }
    // All have called, although none has ended.
    #expect(state.wait(until: .after(.seconds(10)), for: { $0.waiting == 6 ? true : nil }) == true)
    #expect(state.withLock { $0.most } <= 2)
    #expect((6...8).contains(pool.threadCount))
    state.withLock { $0.isOver = true }
    pool.close()
    #expect(pool.waitUntilEmpty(until: .after(.seconds(5))))
  }

  @Test
  func `what is urgent comes first, also what becomes urgent while it waits`() {
    let pool = WorkerPool(name: "test", limit: 1)
    let state = Monitor((isOpen: false, done: [UInt64]()))
    pool.submit(0) { _ = state.wait(until: .after(.seconds(10)), for: { $0.isOpen ? true : nil }) }
    for number: UInt64 in 1...3 { pool.submit(number, isUrgent: false) { state.withLock { $0.done.append(number) } } }
    pool.submit(4) { state.withLock { $0.done.append(4) } }
    pool.hurry(3)
    state.withLock { $0.isOpen = true }
    #expect(state.wait(until: .after(.seconds(10)), for: { $0.done.count == 4 ? true : nil }) == true)
    let order = state.withLock { $0.done }
    #expect(Set(order.prefix(2)) == [3, 4] && order.suffix(2) == [1, 2])
    pool.close()
  }

  @Test
  func `stopping ends pauses and waits, also those that begin later`() {
    let inFlight = InFlight()
    let loads = Loads()
    let pool = WorkerPool(name: "test", limit: 1)
    let (hasBegun, hasStopped) = (Monitor(false), Monitor(false))
    let answer = PendingAnswer<Void>()
    _ = loads.begin(
      .listing(.root), on: pool,
      { _ in
        hasBegun.withLock { $0 = true }
        try inFlight.pause(.seconds(60))
      }, whenDone: { answer.answer($0) })
    Thread.detachNewThread {
      _ = hasBegun.wait(until: .never, for: { $0 ? true : nil })
      inFlight.stop()
      loads.stop()
      hasStopped.withLock { $0 = true }
    }
    #expect(throws: (any Error).self) { try answer.wait(until: .never)?.get() }
    #expect(throws: (any Error).self) { try inFlight.pause(.seconds(60)) }
    #expect(hasStopped.wait(until: .never, for: { $0 ? true : nil }) == true)
    let late = PendingAnswer<Void>()
    #expect(loads.begin(.listing(.root), on: pool, { _ in }, whenDone: { late.answer($0) }) == .answered)
    #expect(throws: (any Error).self) { try late.wait(until: .now)?.get() }
    pool.close()
  }

  @Test
  func `an error holds up its item; very many of them hold up everything; a signal frees those like it`() {
    let unreachable = NSError(domain: "D", code: 1)
    let locked = NSError(domain: "D", code: 2)
    var latches = Latches()
    let one = ItemID(rawValue: 2000)
    let two = ItemID(rawValue: 2001)
    let isNew = [latches.set(unreachable, for: one), latches.set(unreachable, for: one), latches.set(locked, for: two)]
    #expect(isNew == [true, false, true])
    latches.clear(like: unreachable)
    #expect(latches.error(for: one) == nil)
    #expect(latches.error(for: two) != nil)
    for number in 0...Latches.limit { _ = latches.set(unreachable, for: ItemID(rawValue: 3000 + Int64(number))) }
    #expect(latches.error(for: one) != nil)
    latches.clear(like: unreachable)
    #expect(latches.isEmpty)
  }

  /// What is reported is noted as long as something is asked that it does not answer.
  @Test func `questions and what is reported have one order, also after a restart`() {
    var questions = Questions()
    #expect(questions.hear(answering: nil, nil) == nil)
    let first = questions.next()
    questions.open(first)
    #expect(questions.hear(answering: first, nil) == nil)
    #expect(!questions.hasNoted(since: first))
    let second = questions.next()
    questions.open(second)
    let reported = questions.hear(answering: second, nil)
    #expect(reported.map { first < second && second < $0 } == true)
    #expect(questions.hasNoted(since: first) && !questions.hasNoted(since: questions.next()))
    questions.begin(writing: ["a"])
    #expect(questions.isWriting("a", since: second) && !questions.isWriting("b", since: second))
    #expect(!questions.isWriting("a", since: questions.next()))
    questions.endWriting()
    #expect(!questions.isWriting("a", since: second))
    questions.close(second)
    // The first may be answered with something older.
    #expect(questions.toForget(nil) == nil)
    questions.close(first)
    #expect(questions.toForget(first) == nil)
    #expect(questions.toForget(nil).map { reported! < $0 } == true)
    #expect(questions.toForget(nil) == nil)
    questions.expire()
    #expect(questions.hasExpired(second) && !questions.hasExpired(questions.next()))
    var others = Questions()
    others.goOn(after: reported!)
    #expect(reported! < others.next())
    // A listing that goes on with a stored page is open, whoever asked for its first one.
    #expect(others.hear(answering: nil, first) != nil)
  }
}
