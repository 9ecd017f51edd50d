import Testing

@testable import FileProviderFUSE

/// When polling for a request is worth it, without threads and clocks.
@Suite struct PollingTrialTests {
  /// A machine: how long a request takes to arrive, and how much longer a sleeping thread takes to receive it.
  private struct Machine {
    var arrival: UInt64
    var wakeUp: UInt64

    func wait(_ trial: inout PollingTrial) {
      let isReceived = trial.polls && arrival < PollingTrial.longest
      let polling = trial.polls ? min(arrival, PollingTrial.longest) : 0
      trial.note(isReceived ? arrival : arrival + wakeUp, polling: polling)
    }
  }

  /// Polling pays where it saves more time than it takes: not where a thread is woken at once, nor where the next request is far away.
  @Test(arguments: [
    (5_000, 40_000, true), (5_000, 2_000, false), (5_000, 4_000, true), (1_000, 0, true), (100_000, 40_000, false),
  ])
  func `what polling is worth`(_ arrival: UInt64, _ wakeUp: UInt64, _ isWorthIt: Bool) {
    var trial = PollingTrial()
    while trial.isMeasured { Machine(arrival: arrival, wakeUp: wakeUp).wait(&trial) }
    for _ in 0..<1_900 {
      #expect(!trial.isMeasured && trial.polls == isWorthIt)
      Machine(arrival: arrival, wakeUp: wakeUp).wait(&trial)
    }
  }

  /// What was found is tried again: a machine becomes busy, or quiet.
  @Test func `another load`() {
    var trial = PollingTrial()
    for wakeUp: UInt64 in [2_000, 40_000, 2_000] {
      for _ in 0..<4_000 { Machine(arrival: 5_000, wakeUp: wakeUp).wait(&trial) }
      while trial.isMeasured { Machine(arrival: 5_000, wakeUp: wakeUp).wait(&trial) }
      #expect(trial.polls == (wakeUp == 40_000))
    }
  }

  /// Half of the trials poll, and as many of each two and of each four kinds of requests that a program repeats: neither way gets the quicker ones.
  @Test(arguments: [1, 2, 4]) func `requests that alternate`(_ kinds: Int) {
    var trial = PollingTrial()
    var polling = [Int](repeating: 0, count: kinds)
    var trials = 0
    while trial.isMeasured {
      if trial.polls { polling[trials % kinds] += 1 }
      trials += 1
      trial.note(5_000, polling: 0)
    }
    #expect(polling == [Int](repeating: trials / kinds / 2, count: kinds))
  }

  /// Pauses of a program say nothing.
  @Test(arguments: [2_000, 40_000] as [UInt64]) func `a pause`(_ wakeUp: UInt64) {
    var trial = PollingTrial()
    var number = 0
    while trial.isMeasured {
      Machine(arrival: number % 5 == 0 ? 3_600_000_000_000 : 5_000, wakeUp: wakeUp).wait(&trial)
      number += 1
    }
    #expect(trial.polls == (wakeUp == 40_000))
  }
  /// A program that pauses before each request gains nothing from polling, whichever of its pauses were longer.
  @Test func `only pauses`() {
    var trial = PollingTrial()
    while trial.isMeasured { Machine(arrival: trial.polls ? 2_000_000 : 5_000_000, wakeUp: 40_000).wait(&trial) }
    #expect(!trial.polls)
  }
}
