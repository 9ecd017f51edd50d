import FileProviderFileSystem
import Glibc
import LinuxSystem

/// The helper process, as the serving process sees it. Used by one thread.
///
/// It inherits only one end of a pair of sockets: not the kernel's device, which would keep the connection alive after
/// the serving process has died, and not its terminal.
final class ReplayProcess {
  private let process: ChildProcess
  private let channel: Descriptor
  private var received: [UInt8] = []

  var number: pid_t { process.number }

  /// - Returns: `nil` when no process can be started.
  init?(_ program: ReplayProgram) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0, let own = Descriptor(owning: ends[0]),
      let other = Descriptor(owning: ends[1]), let process = Self.start(program, other.number)
    else { return nil }
    self.process = process
    channel = own
  }

  private static func start(_ program: ReplayProgram, _ channel: Int32) -> ChildProcess? {
    var launch = ProcessLaunch(program.path, words: program.words)
    launch.input = .descriptor(channel)
    launch.output = .null
    launch.errors = .null
    // What is typed to end the serving process in the foreground is for that alone.
    launch.group = .session
    // Our own program, which perhaps only root can run.
    let prepared = launch
    return try? FileIdentity.asProcess { () throws(Errno) in try prepared.start() }
  }

  /// Has messages acted upon.
  ///
  /// - Returns: The number of the error for each, 0 for none; `nil` when the process is dead or takes too long.
  func perform(_ messages: [ReplayMessage], milliseconds: Int32) -> [Int32]? {
    var bytes: [UInt8] = []
    for message in messages { message.append(to: &bytes) }
    guard send(bytes, milliseconds) else { return nil }
    let size = messages.count * MemoryLayout<Int32>.size
    guard receive(size, milliseconds) else { return nil }
    defer { received.removeFirst(size) }
    return received.withUnsafeBytes { bytes in
      messages.indices.map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
    }
  }

  private func send(_ bytes: [UInt8], _ milliseconds: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        guard wait(for: POLLOUT, milliseconds) else { return false }
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        let count = Glibc.send(channel.number, bytes.baseAddress! + done, bytes.count - done, flags)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private func receive(_ size: Int, _ milliseconds: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    while received.count < size {
      guard wait(for: POLLIN, milliseconds) else { return false }
      let count = recv(channel.number, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count > 0 else { return false }
      received += buffer[..<count]
    }
    return true
  }

  private func wait(for event: Int32, _ milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: channel.number, events: Int16(event), revents: 0)
    var count = poll(&ready, 1, milliseconds)
    while count < 0 && errno == EINTR { count = poll(&ready, 1, milliseconds) }
    return count > 0
  }

  /// Whether the process has ended. Its number stays its own until `reap`.
  var hasEnded: Bool { process.hasEnded }

  /// Ends the process: its input ends, and after a while it is killed.
  ///
  /// - Returns: Whether it has.
  func end() -> Bool {
    shutdown(channel.number, Int32(SHUT_RDWR))
    if process.waitKeepingNumber(until: .after(.milliseconds(200))) { return true }
    kill(number, SIGKILL)
    return process.waitKeepingNumber(until: .after(.milliseconds(300)))
  }

  /// Gives the number of a process that has ended back.
  func reap() { process.reap() }
}
