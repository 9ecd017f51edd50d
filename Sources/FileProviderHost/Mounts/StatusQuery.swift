import Foundation
import Glibc

/// Asks all mounts of the user for their status, all at once and within a second. No mount point is touched.
enum StatusQuery {
  /// A mount and its answer; `nil` when it did not answer in time.
  typealias Answer = (note: MountRegistry.Note, status: MountStatus?)

  static func all(seconds: Double = 1) -> [Answer] {
    var questions = MountRegistry.notes().map { Question($0) }
    let deadline = WritePace.now + Int64(seconds * 1e9)
    while questions.contains(where: { !$0.isDone }) {
      let left = deadline - WritePace.now
      guard left > 0 else { break }
      let open = questions.indices.filter { !questions[$0].isDone }
      var states = open.map { pollfd(fd: questions[$0].descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&states, nfds_t(states.count), Int32(left / 1_000_000) + 1) > 0 else { continue }
      for (state, index) in zip(states, open) where state.revents != 0 { questions[index].read() }
    }
    return questions.map { question in
      if question.descriptor >= 0 { close(question.descriptor) }
      return (question.note, question.isDone ? question.status : nil)
    }
  }

  private struct Question {
    let note: MountRegistry.Note
    let descriptor: Int32
    private(set) var isDone = false
    private var answer = Data()

    init(_ note: MountRegistry.Note) {
      self.note = note
      descriptor = UnixSocket.make()
      let code = UnixSocket.withAddress(MountRegistry.socketPath(of: note)) { [descriptor] in
        connect(descriptor, $0, $1)
      }
      isDone = code != 0
    }

    var status: MountStatus? { try? JSONDecoder().decode(MountStatus.self, from: answer) }

    mutating func read() {
      var buffer = [UInt8](repeating: 0, count: 65536)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        answer.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EAGAIN {
        isDone = true
      }
    }
  }
}
