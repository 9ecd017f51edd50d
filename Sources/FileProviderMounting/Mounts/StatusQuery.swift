package import FileProviderDomains
import Foundation
import Glibc
import LinuxSystem

/// Asks all mounts of the user for their status, all at once and within a second. No mount point is touched.
package enum StatusQuery {
  /// A mount and its answer; `nil` when it did not answer in time.
  package typealias Answer = (note: MountRegistry.Note, status: MountStatus?)

  package static func all(seconds: Double = 1) -> [Answer] {
    let questions = MountRegistry.notes().map { Question($0) }
    let deadline = Int64(MonotonicClock.now) + Int64(seconds * 1e9)
    while questions.contains(where: { !$0.isDone }) {
      let left = deadline - Int64(MonotonicClock.now)
      guard left > 0 else { break }
      let open = questions.indices.filter { !questions[$0].isDone }
      var states = open.map { pollfd(fd: questions[$0].number, events: Int16(POLLIN), revents: 0) }
      guard poll(&states, nfds_t(states.count), Int32(left / 1_000_000) + 1) > 0 else { continue }
      for (state, index) in zip(states, open) where state.revents != 0 { questions[index].read() }
    }
    return questions.map { ($0.note, $0.isDone ? $0.status : nil) }
  }

  private final class Question {
    let note: MountRegistry.Note
    private let socket: Descriptor?
    private(set) var isDone = false
    private var answer = Data()

    init(_ note: MountRegistry.Note) {
      self.note = note
      socket = UnixSocket.make()
      let number = number
      isDone = UnixSocket.withAddress(MountRegistry.socketPath(of: note)) { connect(number, $0, $1) } != 0
    }

    /// The descriptor for its answer; negative if there is none.
    var number: Int32 {
      switch socket {
      case .some(let socket): socket.number
      case .none: -1
      }
    }

    var status: MountStatus? { try? JSONDecoder().decode(MountStatus.self, from: answer) }

    func read() {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = recv(number, &buffer, buffer.count, 0)
      if count > 0 {
        answer.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EAGAIN {
        isDone = true
      }
    }
  }
}
