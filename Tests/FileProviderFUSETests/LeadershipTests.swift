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
