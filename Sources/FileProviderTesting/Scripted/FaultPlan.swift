import Foundation
import Synchronization

/// Which fault applies to which call: counts the calls.
final class FaultPlan: Sendable {
  private struct Key: Hashable {
    var call: Fault.Call
    var identifier: String
  }

  private struct State {
    var faults: [Fault]
    var counts: [Key: Int] = [:]
    /// How often each fault has looked at a call, by its place in the script.
    var seen: [Int: Int] = [:]
    var met = 0
  }

  private let state: Mutex<State>

  init(_ faults: [Fault]) { state = Mutex(State(faults: faults)) }

  /// Notes a call.
  ///
  /// - Returns: What goes wrong with it, if anything.
  func next(_ call: Fault.Call, of identifier: String) -> Fault? {
    state.withLock { state in
      state.counts[Key(call: call, identifier: identifier), default: 0] += 1
      for (index, fault) in state.faults.enumerated() {
        guard fault.call == call, fault.identifier == nil || fault.identifier == identifier else { continue }
        let number = state.seen[index, default: 0]
        state.seen[index] = number + 1
        let first = fault.after ?? 0
        if number >= first, number < first + (fault.times ?? Int.max / 2) {
          state.met += 1
          return fault
        }
      }
      return nil
    }
  }

  func count(_ call: Fault.Call, of identifier: String) -> Int {
    state.withLock { $0.counts[Key(call: call, identifier: identifier)] ?? 0 }
  }

  /// How many calls have met a fault.
  var met: Int { state.withLock { $0.met } }

  /// Replaces all faults.
  func set(_ faults: [Fault]) { state.withLock { ($0.faults, $0.seen) = (faults, [:]) } }
}

extension Fault {
  /// Sleeps for as long as the script delays the call.
  func block() {
    guard effect == .blocking else { return }
    Thread.sleep(forTimeInterval: Double(milliseconds ?? 0) / 1000)
  }

  /// Does something later, on a thread of its own.
  func later(_ body: @escaping @Sendable () -> Void) {
    let seconds = Double(milliseconds ?? 0) / 1000
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: seconds)
      body()
    }
  }
}
