import FileProviderStore
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FileProviderCopying

/// The walker is never far ahead of the writer, and each learns when the other one has ended.
@Suite struct StepQueueTests {
  private static func chunk(_ count: Int) -> [ImportStep] { Array(repeating: .leave, count: count) }

  @Test func `chunks come in order, and the end after the last of them`() {
    let queue = StepQueue()
    for count in 1...3 { #expect(queue.push(Self.chunk(count))) }
    queue.close()
    #expect((0..<4).map { _ in queue.pop()?.count } == [1, 2, 3, nil])
    #expect(queue.pop() == nil)
  }

  /// A walker that is far ahead waits until the writer has taken something.
  @Test func `the walker waits`() throws {
    let queue = StepQueue()
    let pushed = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for count in 1...40 {
        if queue.push(Self.chunk(count)) { pushed.withLock { $0 = count } }
      }
      queue.close()
      done.signal()
    }
    var taken = 0
    while let chunk = queue.pop() {
      taken += 1
      #expect(chunk.count == taken)
      // Eight wait at most, whatever the walker has done by now.
      #expect(pushed.withLock { $0 } <= taken + 8)
    }
    done.wait()
    #expect(taken == 40)
  }

  /// A writer that fails gets all that it has not taken, so that contents can be removed; the walker, waiting or not, is told.
  @Test func `the writer gives up`() throws {
    let queue = StepQueue()
    let results = Mutex<[Bool]>([])
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<8 { #expect(queue.push(Self.chunk(2))) }
    Thread.detachNewThread {
      for _ in 0..<2 {
        let isTaken = queue.push(Self.chunk(1))
        results.withLock { $0.append(isTaken) }
      }
      done.signal()
    }
    let left = queue.abandon()
    #expect(left.count == 16)
    done.wait()
    #expect(results.withLock { $0 } == [false, false])
  }
}
