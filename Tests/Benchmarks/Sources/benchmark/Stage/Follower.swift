import CProbes
import Foundation
import Synchronization

/// A waiting `tail --follow --json`. A thread of its own notes when each line arrives; what is in it is read later.
final class Follower {
  private struct Arrival: Sendable {
    let line: [UInt8]
    let time: Int64
  }

  private final class Inbox: Sendable {
    /// Lines not yet looked at. Nothing else is done under it.
    let arrivals = Mutex<[Arrival]>([])
    let signal = DispatchSemaphore(value: 0)
  }

  private let inbox = Inbox()
  private let child: Child

  init(_ store: Store) throws {
    let (reading, writing) = try Descriptor.pipe()
    let command = try store.command("tail", "--container", "all", "--since", "now", "--follow", "--json")
    child = try command.start(output: writing.number, log: store.workspace.log)
    writing.close()
    let descriptor = reading.release()
    let thread = Thread { [inbox] in Follower.read(descriptor, into: inbox) }
    thread.start()
    // It says where it stands before it waits.
    guard inbox.signal.wait(timeout: .now() + 10) == .success else {
      child.end()
      throw child.failure("tail --follow printed no anchor within ten seconds")
    }
  }

  func end() { child.end() }

  /// The line about an item of that name: when it was committed, and when its line arrived here.
  func line(about name: String, seconds: Double) throws -> (committed: Int64, arrived: Int64) {
    let end = DispatchTime.now() + seconds
    while true {
      let all = inbox.arrivals.withLock { arrivals in
        defer { arrivals = [] }
        return arrivals
      }
      for arrival in all {
        guard let line = TailLine(arrival.line), line.names(name) else { continue }
        guard let committed = line.committed else { throw Failure("tail: no time in the line about \(name)") }
        return (committed, arrival.time)
      }
      if inbox.signal.wait(timeout: end) == .timedOut { throw Failure("tail: no line about \(name)") }
    }
  }

  private static func read(_ number: Int32, into inbox: Inbox) {
    let pipe = Descriptor(owning: number)
    var rest: [UInt8] = []
    while let chunk = try? pipe.read() {
      let time = probe_realtime()
      rest += chunk
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let arrival = Arrival(line: Array(rest[..<end]), time: time)
        inbox.arrivals.withLock { $0.append(arrival) }
        rest.removeSubrange(...end)
        inbox.signal.signal()
      }
    }
  }
}
