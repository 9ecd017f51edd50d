import Glibc
import LinuxSystem
import Synchronization

/// The line at the bottom of a terminal that shows the progress. It appears only on a terminal.
package enum ProgressLine {
  private static let isShown = Atomic<Bool>(false)

  /// The width of the terminal.
  package static var width: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  package static func show(_ text: String) {
    guard Console.isTerminal, !Environment.isDumbTerminal else { return }
    isShown.store(true, ordering: .relaxed)
    Console.write("\r" + text.prefix(max(1, width - 1)) + "\u{1B}[K")
  }

  /// Erases the line, so that something else can be printed.
  package static func clear() {
    if isShown.exchange(false, ordering: .relaxed) { Console.write("\r\u{1B}[K") }
  }
}
