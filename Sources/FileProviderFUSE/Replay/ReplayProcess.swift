import CFuse3
import FileProviderFileSystem
import Glibc

/// The helper process, as the serving process sees it. Used by one thread.
///
/// It inherits only one end of a pair of sockets: not the kernel's device, which would keep the connection alive after
/// the serving process has died, and not its terminal.
final class ReplayProcess {
  let number: pid_t
  private let channel: Int32
  private var received: [UInt8] = []

  /// - Returns: `nil` when no process can be started.
  init?(_ program: ReplayProgram) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
    let started = Self.spawn(program, ends[1])
    close(ends[1])
    guard let started else {
      close(ends[0])
      return nil
    }
    (channel, number) = (ends[0], started)
  }

  private static func spawn(_ program: ReplayProgram, _ channel: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A signal typed at the terminal to end the serving process must not reach the helper.
    posix_spawnattr_setflags(&attributes, Self.newSession)
    var pointers: [UnsafeMutablePointer<CChar>?] = program.words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var number: pid_t = 0
    return posix_spawn(&number, program.path, &actions, &attributes, &pointers, environ) == 0 ? number : nil
  }

  /// `POSIX_SPAWN_SETSID`.
  private static let newSession: Int16 = 0x80

  /// Sends messages, and waits for the answers.
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
        let count = Glibc.send(channel, bytes.baseAddress! + done, bytes.count - done, flags)
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
      let count = recv(channel, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard count > 0 else { return false }
      received += buffer[..<count]
    }
    return true
  }

  private func wait(for event: Int32, _ milliseconds: Int32) -> Bool {
    var ready = pollfd(fd: channel, events: Int16(event), revents: 0)
    var count = poll(&ready, 1, milliseconds)
    while count < 0 && errno == EINTR { count = poll(&ready, 1, milliseconds) }
    return count > 0
  }

  /// Whether the process has ended. Its number is not reused until `reap`.
  var hasEnded: Bool {
    var information = siginfo_t()
    let result = waitid(P_PID, id_t(number), &information, WEXITED | WNOHANG | WNOWAIT)
    return result != 0 || information._sifields._sigchld.si_pid == number
  }

  /// Ends the process: its input ends, and after a while it is killed.
  ///
  /// - Returns: Whether it has.
  func end() -> Bool {
    shutdown(channel, Int32(SHUT_RDWR))
    for round in 0..<100 {
      if hasEnded { return true }
      if round == 40 { kill(number, SIGKILL) }
      usleep(5_000)
    }
    return hasEnded
  }

  /// Reaps a process that has ended.
  func reap() {
    var status: Int32 = 0
    waitpid(number, &status, WNOHANG)
    close(channel)
  }
}
