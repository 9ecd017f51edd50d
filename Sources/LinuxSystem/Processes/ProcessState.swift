/// The kernel's information about a process (proc_pid_stat(5)).
///
/// A killed process can stay for long: it is a zombie while it waits to be reaped, and while one of its threads waits in the kernel for something that never
/// comes. Then it serves nobody any more, and may still have files open. So there are two questions.
package struct ProcessState: Hashable, Sendable {
  /// `Z` for a zombie: of a process with threads, when its first thread has ended.
  package let letter: Character
  package let threads: Int
  /// When it began, in ticks of the clock since the machine did: no two processes of one number have the same.
  package let began: UInt64

  /// - Returns: `nil` when there is no such process.
  package init?(of process: Int32) {
    guard let text = ProcessFile.text("/proc/\(process)/stat") else { return nil }
    self.init(line: text)
  }

  /// - Parameter line: What the file has. The name of the program, in parentheses, may be anything.
  package init?(line: String) {
    guard let end = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: end)...].split(whereSeparator: \.isWhitespace)
    guard fields.count > 19, let letter = fields[0].first, let threads = Int(fields[17]), let began = UInt64(fields[19])
    else { return nil }
    (self.letter, self.threads, self.began) = (letter, threads, began)
  }

  /// Whether its first thread has ended, so that it serves no requests.
  package var isZombie: Bool { letter == "Z" || letter == "X" }

  /// Whether all its threads have ended, so that its files are closed. Its number is taken until it is reaped.
  package var isEmpty: Bool { isZombie && threads <= 1 }

  /// Whether a process is there and not a zombie.
  ///
  /// - Parameter began: When it began, if known: a later one with its number is another process.
  package static func isServing(_ process: Int32, began: UInt64? = nil) -> Bool {
    guard let state = ProcessState(of: process), !state.isZombie else { return false }
    return began == nil || began == state.began
  }

  /// Whether nothing is left of a process but its number: all its threads have ended, so its files are closed.
  ///
  /// - Parameter began: As for `isServing`.
  package static func isGone(_ process: Int32, began: UInt64? = nil) -> Bool {
    guard let state = ProcessState(of: process) else { return true }
    return state.isEmpty || began.map { $0 != state.began } ?? false
  }
}
