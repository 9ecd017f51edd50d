import Foundation
import Synchronization
import Testing

@testable import FileProviderFUSE

/// Which thread reads requests, and which ones leave.
@Suite struct LeadershipTests {
  /// Threads that are not needed leave, but for some that are kept, and never the one with which the mount would end.
  @Test func idleThreadsLeaveButTheFirst() throws {
    let leadership = Leadership(idleTime: 50, spawn: { false }, finishWork: { true })
    let left = Atomic<Int>(0)
    let hasFirstLeft = Atomic<Bool>(false)
    Thread.detachNewThread {
      _ = leadership.acquire(stays: true)
      hasFirstLeft.store(true, ordering: .releasing)
    }
    // It has waited longest when the others come.
    usleep(20_000)
    for _ in 0..<6 {
      Thread.detachNewThread {
        if !leadership.acquire(stays: false) { left.add(1, ordering: .relaxed) }
      }
    }
    let end = Date() + 10
    while left.load(ordering: .relaxed) < 5 && Date() < end { usleep(10_000) }
    usleep(200_000)
    let (count, isFirstGone) = (left.load(ordering: .relaxed), hasFirstLeft.load(ordering: .acquiring))
    #expect(count == 5)
    #expect(!isFirstGone)
    leadership.finish()
  }
}
