import FileProviderFileSystem
import Glibc

/// The process that replays changes on a mount, for those who watch it.
///
/// It is a separate process, because the one that serves the mount must never wait for itself. It gets its work through
/// its standard input and answers there, makes one call after the other on its first thread, and ends when the serving
/// process closes its end or dies.
package struct ReplayHelper {
  private var calls: ReplayCalls
  private var pending: [UInt8] = []
  private static let channel = STDIN_FILENO
  /// After this idle time in milliseconds, the mount's descriptors are closed.
  private static let patience: Int32 = 20

  package init(mountpoint: String) { calls = ReplayCalls(mountpoint: mountpoint) }

  /// Serves until the other end is closed.
  package mutating func run() {
    signal(SIGPIPE, SIG_IGN)
    chdir("/")
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var ready = pollfd(fd: Self.channel, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, calls.holdsSomething ? Self.patience : -1)
      if count == 0 {
        calls.letGo()
        continue
      }
      let size = read(Self.channel, &buffer, buffer.count)
      if size < 0 && (errno == EINTR || errno == EAGAIN) { continue }
      guard size > 0 else { return }
      pending += buffer[..<size]
      guard answer() else { return }
    }
  }

  /// Acts on all messages that have arrived in full.
  ///
  /// - Returns: Whether the answers could be sent.
  private mutating func answer() -> Bool {
    var reader = ReplayMessageReader(pending[...])
    var answers: [Int32] = []
    while let message = reader.next() { answers.append(perform(message)) }
    pending = Array(reader.rest)
    return answers.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = Glibc.write(Self.channel, bytes.baseAddress! + done, bytes.count - done)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }

  private mutating func rest() -> Int32 {
    calls.letGo()
    return 0
  }

  private mutating func perform(_ message: ReplayMessage?) -> Int32 {
    switch message {
    case .greeting(let name): calls.greet(name)
    case .replay(let replay): calls.make(replay)
    case .rest: rest()
    case nil: EINVAL
    }
  }
}
