import Glibc
import LinuxSystem
import TestSupport
import Testing

@testable import FileProviderManaging

/// What is done before the machine sleeps, asked of a real bus.
@Suite(.enabled(if: TestLogind.problem == nil, "\(TestLogind.problem ?? "")"))
struct SleepDelayTests {
  private let calls = Monitor(0)
  private let taken = "taken sleep fileprovider upload changes delay"

  private func start(_ address: String, pause: Int32 = 60_000, _ body: @escaping @Sendable () -> Void) throws
    -> SleepDelay
  {
    let delay = try #require(SleepDelay("upload changes", address: address, pause: pause))
    delay.start(body)
    return delay
  }

  @Test func `each sleep waits for it`() throws {
    let logind = try TestLogind()
    let isDone = Monitor(false)
    let delay = try start(logind.address) { [calls] in
      calls.withLock { $0 += 1 }
      _ = isDone.wait(until: .never) { $0 ? true : nil }
    }
    defer { delay.stop() }
    #expect(eventually { logind.locks == [taken] })
    try logind.prepareForSleep()
    #expect(eventually { calls.read { $0 } == 1 })
    #expect(logind.locks == [taken])
    isDone.withLock { $0 = true }
    #expect(eventually { logind.locks == [taken, "released"] })
    try logind.wakeUp()
    #expect(eventually { logind.locks == [taken, "released", taken] })
    try logind.prepareForSleep()
    #expect(eventually { logind.locks == [taken, "released", taken, "released"] })
    #expect(calls.read { $0 } == 2)
  }

  /// Whoever is on the system bus can send a connection what it has not asked for.
  @Test func `only logind says that the machine is about to sleep`() throws {
    let logind = try TestLogind()
    let delay = try start(logind.address) { [calls] in calls.withLock { $0 += 1 } }
    defer { delay.stop() }
    #expect(eventually { logind.locks == [taken] })
    try logind.forgeSleep()
    try logind.prepareForSleep()
    #expect(eventually { logind.locks.last == "released" })
    try logind.wakeUp()
    #expect(eventually { logind.locks.last == taken })
    #expect(logind.locks == [taken, "released", taken])
    #expect(calls.read { $0 } == 1)
  }

  @Test func `another logind has a lock, too, and none is left at the end`() throws {
    let logind = try TestLogind()
    let delay = try start(logind.address) { [calls] in calls.withLock { $0 += 1 } }
    #expect(eventually { logind.locks == [taken] })
    logind.end()
    try logind.start()
    #expect(eventually { logind.locks == [taken] })
    delay.stop()
    #expect(eventually { logind.locks == [taken, "released"] })
    #expect(calls.read { $0 } == 0)
  }

  @Test func `a bus that comes later is found`() throws {
    let bus = try TestDirectory("later")
    let delay = try start("unix:path=\(bus.path)/bus", pause: 20) {}
    defer { delay.stop() }
    let logind = try TestLogind()
    #expect(symlink(String(logind.address.dropFirst("unix:path=".count)), bus.path + "/bus") == 0)
    #expect(eventually { logind.locks == [taken] })
  }
}
