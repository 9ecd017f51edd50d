import Foundation
import Glibc
import Synchronization

/// The most memory a process has used while this watches it. The kernel keeps the peak of the whole but not of the
/// anonymous part, so that is sampled every twenty milliseconds.
final class MemoryWatch: Sendable {
  private struct State: Sendable {
    var memory: ProcessTable.Memory?
    var isOver = false
  }

  private let state = Mutex(State())
  private let pid: pid_t?

  init(_ process: Child?) {
    pid = process?.pid
    guard let pid else { return }
    let thread = Thread { [self] in
      while !state.withLock({ $0.isOver }) {
        sample(pid)
        usleep(20_000)
      }
    }
    thread.start()
  }

  func end() -> ProcessTable.Memory? {
    guard let pid else { return nil }
    sample(pid)
    return state.withLock { state in
      state.isOver = true
      return state.memory
    }
  }

  private func sample(_ pid: pid_t) {
    guard var memory = ProcessTable.memory(of: pid) else { return }
    state.withLock { state in
      memory.anonymous = max(memory.anonymous, state.memory?.anonymous ?? 0)
      state.memory = memory
    }
  }
}
