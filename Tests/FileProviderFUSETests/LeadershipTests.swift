import Glibc
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderFUSE

@Suite struct LeadershipTests {
  /// Those that a burst has left go together, and do not wait for each other: one that leaves wakes none of the others.
  @Test func `threads that are not needed leave at the same time`() throws {
    let left = Mutex(0)
    let leadership = Leadership(idleTime: 1000, spawn: { true }, finishWork: { true }, rest: {})
    let began = Deadline.now
    for _ in 0..<20 {
      #expect(
        NativeThread.start(name: "spare") {
          if leadership.acquire(stays: false) == nil { left.withLock { $0 += 1 } }
          leadership.threadLeft()
        })
    }
    #expect(eventually { left.withLock { $0 } == 20 - LeadershipState.keptIdle })
    // One after another they would take 18 s.
    #expect(began > .after(.seconds(-10)))
    leadership.finish()
    #expect(eventually { left.withLock { $0 } == 20 })
  }

  /// Nobody waits for another one who reads.
  @Test func `what only reads is answered at the same time`() {
    let leadership = Leadership(seats: 2, spawn: { true }, finishWork: { true }, rest: {})
    let first = leadership.begin(seat: 0, isChange: false)
    let second = leadership.begin(seat: 1, isChange: false)
    #expect(leadership.end(first))
    #expect(leadership.end(second))
  }

  /// The deputy takes the reading away from who takes long, and not from a change that waits for that.
  @Test func `a change that waits keeps the reading`() {
    let leadership = Leadership(seats: 2, spawn: { true }, finishWork: { true }, rest: {})
    #expect(NativeThread.start(name: "deputy") { leadership.watch() })
    let counts = Counts()
    let slow = leadership.begin(seat: 1, isChange: false)
    #expect(
      NativeThread.start(name: "change") {
        let change = leadership.begin(seat: 0, isChange: true)
        counts.reads.store(leadership.isReading(change), ordering: .relaxed)
        _ = leadership.end(change)
        counts.ended.add(1, ordering: .sequentiallyConsistent)
      })
    #expect(eventually { counts.ended.load(ordering: .sequentiallyConsistent) == 1 })
    let isReading = counts.reads.load(ordering: .relaxed)
    #expect(isReading)
    #expect(!leadership.end(slow))
    leadership.finish()
  }

  /// While one thread answers a change, none of the others answers anything.
  @Test func `a change is answered alone`() throws {
    let leadership = Leadership(seats: 3, spawn: { true }, finishWork: { true }, rest: {})
    let seed = RandomSeed.choose()
    let counts = Counts()
    for seat in 0..<3 {
      #expect(
        NativeThread.start(name: "seat") {
          var random = SeededGenerator(seed: seed &+ UInt64(seat))
          for _ in 0..<20_000 {
            let isChange = Int.random(in: 0..<8, using: &random) == 0
            let request = leadership.begin(seat: seat, isChange: isChange)
            // A reader counts as one, a change as 1000.
            let weight = isChange ? 1000 : 1
            let now = counts.working.add(weight, ordering: .sequentiallyConsistent).newValue
            if now > 1000 { counts.mixed.add(1, ordering: .relaxed) }
            counts.working.subtract(weight, ordering: .sequentiallyConsistent)
            _ = leadership.end(request)
          }
          counts.ended.add(1, ordering: .sequentiallyConsistent)
        })
    }
    #expect(eventually { counts.ended.load(ordering: .sequentiallyConsistent) == 3 })
    #expect(counts.mixed.load(ordering: .relaxed) == 0, "SEED=\(seed)")
  }

  private final class Counts: Sendable {
    let working = Atomic<Int>(0)
    let mixed = Atomic<Int>(0)
    let reads = Atomic<Bool>(false)
    let ended = Atomic<Int>(0)
  }

  /// A change that gives the reading away lets the others go on, though it has not ended.
  @Test func `a change that may block is not alone`() {
    let leadership = Leadership(seats: 2, spawn: { true }, finishWork: { true }, rest: {})
    let change = leadership.begin(seat: 0, isChange: true)
    leadership.give(change)
    #expect(leadership.end(leadership.begin(seat: 1, isChange: false)))
    #expect(leadership.end(leadership.begin(seat: 1, isChange: true)))
    #expect(!leadership.end(change))
  }

  /// A mount rests once after the last request, also when nothing else ever comes.
  @Test func `a mount without requests rests`() throws {
    let rests = Mutex(0)
    let leadership = Leadership(
      idleTime: 1000, spawn: { true }, finishWork: { true }, rest: { rests.withLock { $0 += 1 } })
    #expect(NativeThread.start(name: "deputy") { leadership.watch() })
    for _ in 0..<20 {
      _ = leadership.end(leadership.begin())
      // The clock itself is meant: it is idle for less than its idle time.
      usleep(50_000)
    }
    #expect(rests.withLock { $0 } == 0)
    #expect(eventually { rests.withLock { $0 } == 1 })
    // The clock itself is meant: nothing happens for longer than that.
    usleep(1_500_000)
    #expect(rests.withLock { $0 } == 1)
    _ = leadership.end(leadership.begin())
    #expect(eventually { rests.withLock { $0 } == 2 })
    leadership.finish()
  }
}
