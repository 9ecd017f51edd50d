import CLinux
import Foundation
import LinuxSystem
import Synchronization
import TestSupport
import Testing

@Suite struct NativeThreadTests {
  /// The name is there before the first statement of the body, so nobody else may have given it.
  @Test func `a thread has its name from its beginning`() throws {
    let names = Mutex<[String]>([])
    for number in 0..<50 {
      let isStarted = NativeThread.start(name: "of number \(number)") {
        let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
        names.withLock { $0.append(name ?? "") }
      }
      try #require(isStarted)
    }
    #expect(eventually { names.withLock { $0.count } == 50 })
    #expect(Set(names.withLock { $0 }) == Set((0..<50).map { "of number \($0)\n" }))
  }

  @Test func `a long name is cut between two characters`() throws {
    let name = Mutex<String?>(nil)
    NativeThread.start(name: "ääääääääää") {
      let own = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      name.withLock { $0 = own ?? "" }
    }
    #expect(eventually { name.withLock { $0 } != nil })
    #expect(name.withLock { $0 } == "äääääää\n")
  }
}
