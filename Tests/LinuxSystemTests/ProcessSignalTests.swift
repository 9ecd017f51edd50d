import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ProcessSignalTests {
  @Test func `a process of another user gets no signal`() throws {
    let process = try ProcessLaunch("sleep", words: ["sleep", "1000"]).start()
    defer {
      kill(process.number, SIGKILL)
      _ = process.wait()
    }
    #expect(!ProcessSignal.send(SIGKILL, to: process.number, of: getuid() + 1))
    #expect(!process.hasEnded)
    #expect(ProcessSignal.send(SIGKILL, to: process.number, of: getuid()))
    #expect(eventually { process.hasEnded })
  }

  @Test(arguments: [0, -1, 1, Int32.max]) func `no process, a group and the first process get none`(_ number: Int32) {
    #expect(!ProcessSignal.send(SIGTERM, to: number, of: getuid()))
  }
}
