import Foundation
import Glibc

/// A terminal of its own for a command, seen from the side of the person: what is shown, the keys, the modes, the size (pty(7)).
package final class TerminalPair {
  private let person: Int32
  private let program: Int32
  private var shown: [UInt8] = []

  package init(columns: UInt16, rows: UInt16) throws {
    // TIOCSPTLCK and TIOCGPTN (ioctl_tty(2)): the functions of pty(7) are hidden behind macros of C.
    person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, number) = (Int32(0), UInt32(0))
    let isThere =
      person >= 0 && ioctl(person, 0x4004_5431, &isLocked) == 0 && ioctl(person, 0x8004_5430, &number) == 0
    program = isThere ? open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC) : -1
    guard program >= 0 else { throw SupportFailure("there are no pseudo terminals") }
    _ = fcntl(person, F_SETFL, O_NONBLOCK)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(person)
    close(program)
  }

  /// Starts a program on the terminal. It has a process group of its own, and its parent is in another of the same session: so it can be stopped.
  package func start(_ words: [String], in sandbox: Sandbox, environment: [String: String]? = nil) throws
    -> RunningProcess
  {
    try RunningProcess(words, environment: environment ?? sandbox.environment, in: sandbox.folder, terminal: program)
  }

  package func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(person, UInt(TIOCSWINSZ), &size)
  }

  package func type(_ keys: String) {
    var keys = keys
    _ = keys.withUTF8 { write(person, $0.baseAddress, $0.count) }
  }

  /// Whether lines are edited and echoed by the terminal, as a shell finds and wants it.
  package var editsLines: Bool {
    var modes = termios()
    tcgetattr(person, &modes)
    return modes.c_lflag & tcflag_t(ICANON) != 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// What was shown since this was asked last, when it fulfils a condition; what there is after 20 seconds.
  package func shows(_ isDone: (String) -> Bool) -> String {
    eventually(seconds: 20) {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(person, &bytes, bytes.count)
      if count > 0 { shown += bytes[..<count] }
      return isDone(String(decoding: shown, as: UTF8.self))
    }
    defer { shown = [] }
    return String(decoding: shown, as: UTF8.self)
  }
}
