import Glibc
import LinuxSystem
import Testing

/// What the kernel tells of processes.
@Suite struct ProcessStateTests {
  @Test func `a killed process serves nobody before it is reaped, and nothing is left of it`() throws {
    let process = try ProcessLaunch("sleep", words: ["sleep", "1000"]).start()
    let began = try #require(ProcessState(of: process.number)).began
    #expect(ProcessState.isServing(process.number, began: began))
    #expect(!ProcessState.isGone(process.number, began: began))
    kill(process.number, SIGKILL)
    process.waitKeepingNumber()
    #expect(!ProcessState.isServing(process.number))
    #expect(ProcessState.isGone(process.number))
    _ = process.wait()
  }

  @Test func `a process with the number of one that has ended is another`() throws {
    let began = try #require(ProcessState(of: getpid())).began
    #expect(ProcessState.isServing(getpid()) && !ProcessState.isGone(getpid()))
    #expect(!ProcessState.isServing(getpid(), began: began - 1))
    #expect(ProcessState.isGone(getpid(), began: began - 1))
  }

  @Test(arguments: [("S", 3, false, false), ("Z", 3, true, false), ("Z", 1, true, true), ("D", 1, false, false)])
  func `a process whose first thread has ended serves nobody and still has its files`(
    letter: String, threads: Int, isZombie: Bool, isEmpty: Bool
  ) throws {
    let line = "17 (a) S 9 (b) \(letter) 1 17 17 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 \(threads) 0 4711 0 0\n"
    let state = try #require(ProcessState(line: line))
    #expect(state.isZombie == isZombie && state.isEmpty == isEmpty && state.began == 4711)
  }

  @Test(arguments: ["", "17", "17 (a)", "17 (a) S 1 2", "17 (a) S 1 17 17 0 -1 4194304 0 0 0 0 0 0 0 0 20 0 x 0 4711"])
  func `what is not such a line tells of no process`(line: String) { #expect(ProcessState(line: line) == nil) }
}
