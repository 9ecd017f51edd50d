import Dispatch
import Foundation
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
        }
      }
      #expect(eventually(seconds: 30) { counters.begun.withLock { $0 } == 96 })
      for _ in 0..<96 { counters.gate.signal() }
      #expect(eventually { counters.done.withLock { $0 } == 96 })
    }
  }

  @Test func `only so many folders count as being in use`() {
    var folders = FoldersInUse()
    let paths = (0...FoldersInUse.most).map { RemotePath(bytes: Array("folder\($0)".utf8), isFolder: true) }
    for path in paths.dropLast() { #expect(folders.note(path) == nil) }
    #expect(folders.note(paths[0]) == nil)
    #expect(folders.note(paths[FoldersInUse.most]) == paths[1])
  }
}
