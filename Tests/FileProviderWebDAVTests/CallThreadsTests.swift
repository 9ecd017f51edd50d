import Dispatch
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@testable import FileProviderWebDAV

/// The threads on which the system's calls wait for a server.
@Suite struct CallThreadsTests {
  private final class Counters: Sendable {
    let begun = Mutex(0)
    let done = Mutex(0)
    let gate = DispatchSemaphore(value: 0)
  }

  @Test func `all calls are under way at once, however long each waits, and those that follow as well`() {
    let threads = CallThreads()
    for _ in 0..<2 {
      let counters = Counters()
      // More than Dispatch would have in the time that is waited for.
      for _ in 0..<96 {
        threads.run {
          counters.begun.withLock { $0 += 1 }
          counters.gate.wait()
          counters.done.withLock { $0 += 1 }
        } orRefuse: {
          Issue.record($0)
        }
      }
      #expect(eventually(seconds: 30) { counters.begun.withLock { $0 } == 96 })
      for _ in 0..<96 { counters.gate.signal() }
      #expect(eventually { counters.done.withLock { $0 } == 96 })
    }
  }

  @Test func `a call for which the system gives no thread is refused, or waits for one that is there`() {
    let isFull = Mutex(true)
    let gate = DispatchSemaphore(value: 0)
    let threads = CallThreads { body in
      if isFull.withLock({ $0 }) { throw NSError(domain: NSPOSIXErrorDomain, code: Int(EAGAIN)) }
      try NativeThread.startOrThrow(name: "test", body)
    }
    let done = Mutex<[Int]>([])
    let refused = Mutex<[Int]>([])
    @Sendable func refuse(_ error: any Error) { refused.withLock { $0.append((error as NSError).code) } }
    threads.run {
      done.withLock { $0.append(0) }
    } orRefuse: {
      refuse($0)
    }
    #expect(refused.withLock { $0 } == [Int(EAGAIN)])
    isFull.withLock { $0 = false }
    threads.run {
      gate.wait()
      done.withLock { $0.append(1) }
    } orRefuse: {
      refuse($0)
    }
    isFull.withLock { $0 = true }
    for number in [2, 3] {
      threads.run {
        done.withLock { $0.append(number) }
      } orRefuse: {
        refuse($0)
      }
    }
    #expect(done.withLock { $0 } == [])
    gate.signal()
    #expect(eventually { done.withLock { $0 } == [1, 2, 3] && refused.withLock { $0.count } == 1 })
  }

  @Test func `calls that count on each other's threads are all refused when none begins`() throws {
    let begun = Mutex(0)
    let threads = CallThreads { _ in
      begun.withLock { $0 += 1 }
      _ = eventually { begun.withLock { $0 } == 2 }
      throw NSError(domain: NSPOSIXErrorDomain, code: Int(EAGAIN))
    }
    let refused = Mutex<Set<Int>>([])
    for number in 1...2 {
      try NativeThread.startOrThrow(name: "test") {
        threads.run {
          Issue.record("there is no thread")
        } orRefuse: { _ in
          _ = refused.withLock { $0.insert(number) }
        }
      }
    }
    #expect(eventually { refused.withLock { $0 } == [1, 2] })
  }

  @Test func `a thread has its name`() throws {
    let name = Mutex("")
    try NativeThread.startOrThrow(name: "webdav.call") {
      let text = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      name.withLock { $0 = text ?? "none" }
    }
    #expect(eventually { name.withLock { $0 } == "webdav.call\n" })
  }

  @Test func `only so many folders count as being in use`() {
    var folders = FoldersInUse()
    let paths = (0...FoldersInUse.most).map { RemotePath(bytes: Array("folder\($0)".utf8), isFolder: true) }
    for path in paths.dropLast() { #expect(folders.note(path) == nil) }
    #expect(folders.note(paths[0]) == nil)
    #expect(folders.note(paths[FoldersInUse.most]) == paths[1])
  }
}
