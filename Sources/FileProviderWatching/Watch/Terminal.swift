import FileProviderProgram
import Glibc
import LinuxSystem
import Synchronization

/// A terminal that is prepared for drawing, and restored afterwards.
package final class Terminal {
  private var saved = termios()

  /// Switches to the alternate screen, and reads keys as they are pressed.
  init() {
    tcgetattr(STDIN_FILENO, &saved)
    take()
  }

  /// Prepares the terminal, also again after another program had it.
  func take() {
    var raw = saved
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  func giveBack() {
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    tcsetattr(STDIN_FILENO, TCSANOW, &saved)
  }

  /// Columns and rows.
  package static var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Draws as many lines as the terminal has over what is there. They are sent in one write, marked as one update for
  /// terminals that know this, so that no half-drawn screen appears. A line is cleared before it is written:
  /// afterwards, a cursor behind the last column would clear that column.
  func draw(_ lines: [String]) {
    let text = lines.map { "\u{1B}[2K\($0)\u{1B}[0m" }.joined(separator: "\r\n")
    Self.write("\u{1B}[?2026h\u{1B}[H\(text)\u{1B}[?2026l")
  }

  private static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 && errno != EINTR && errno != EAGAIN { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

/// Wakes a program that draws: a pipe into which a byte is written, also from a signal handler.
final class TerminalEvents: Sendable {
  enum Event: UInt8 {
    case changed = 1
    case resized = 2
    case ended = 3
    case suspended = 4
    case resumed = 5
  }

  private let pipe: Pipe
  /// The pipe for the signal handler, which cannot capture anything.
  private static let writing = Atomic<Int32>(-1)

  init() throws {
    guard let pipe = Pipe(), pipe.makeNonBlocking() else {
      throw CommandFailure("terminal", "cannot wait for input: \(System.reason())")
    }
    Self.writing.store(pipe.writing.number, ordering: .sequentiallyConsistent)
    self.pipe = pipe
    signal(SIGWINCH) { _ in TerminalEvents.send(.resized, to: TerminalEvents.writing.load(ordering: .relaxed)) }
    signal(SIGCONT) { _ in TerminalEvents.send(.resumed, to: TerminalEvents.writing.load(ordering: .relaxed)) }
    Interruption.whenSuspended {
      TerminalEvents.send(.suspended, to: TerminalEvents.writing.load(ordering: .relaxed))
    }
  }

  deinit {
    for number in [SIGWINCH, SIGCONT] { signal(number, SIG_DFL) }
    Interruption.whenSuspended(nil)
  }

  func send(_ event: Event) { Self.send(event, to: pipe.writing.number) }

  private static func send(_ event: Event, to descriptor: Int32) {
    var byte = event.rawValue
    _ = write(descriptor, &byte, 1)
  }

  /// Waits for events and keys.
  ///
  /// - Returns: The events, and the keys pressed.
  func wait() -> (events: Set<Event>, keys: [UInt8]) {
    var descriptors = [
      pollfd(fd: pipe.reading.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
    var bytes = [UInt8](repeating: 0, count: 256)
    var events: Set<Event> = []
    if descriptors[0].revents != 0 {
      let count = read(pipe.reading.number, &bytes, bytes.count)
      events = Set(bytes.prefix(max(0, count)).compactMap { Event(rawValue: $0) })
    }
    guard descriptors[1].revents != 0 else { return (events, []) }
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    // The terminal was closed.
    if count <= 0 { events.insert(.ended) }
    return (events, Array(bytes.prefix(max(0, count))))
  }
}
