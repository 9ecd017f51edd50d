import CLinux
import Glibc

/// How a program is started (posix_spawn(3)): which, with what words, and what it gets of ours.
///
/// Nothing of ours is handed down but the standard streams: every descriptor is closed unless it is given here.
package struct ProcessLaunch: Sendable {
  /// Where a standard stream of the program leads.
  package enum Stream: Hashable, Sendable {
    /// To where ours leads.
    case inherited
    /// To `/dev/null`.
    case null
    /// To what this descriptor of ours has open.
    case descriptor(Int32)
    /// To a file that is made, or emptied (`O_TRUNC`), with mode 0600.
    case file(String)
  }

  /// Which signals reach the program.
  package enum Group: Sendable {
    /// Those that reach us from the terminal, too.
    case ours
    /// Those sent to it: a process group of its own.
    case own
    /// Those sent to it, and none of the terminal's end: a session of its own (setsid(2)).
    case session
  }

  /// The program: a path, or a name that is looked for in `PATH`.
  package var program: String
  /// Its words, the first of them its own name, as bytes: a path may have any.
  package var words: [[UInt8]]
  /// `NAME=VALUE` for variables that it gets beside or instead of ours.
  package var variables: [(name: String, value: String)] = []
  /// All of its variables instead of ours; `nil` for ours.
  package var environment: [String: String]?
  package var input = Stream.inherited
  package var output = Stream.inherited
  package var errors = Stream.inherited
  /// What it gets as descriptor 3.
  package var fourth: Int32?
  package var group = Group.ours
  /// Whether signals do with it what they usually do, whatever we block or ignore.
  package var resetsSignals = true

  /// - Parameter words: The first is what the program calls itself.
  package init(_ program: String, words: [String]) { self.init(program, words: words.map { Array($0.utf8) }) }

  /// - Parameter words: The first is what the program calls itself. None has a zero byte in it.
  package init(_ program: String, words: [[UInt8]]) {
    self.program = program
    self.words = words
  }

  /// Starts it.
  ///
  /// - Throws: The number of an error: `ENOENT` where there is no such program.
  package func start() throws(Errno) -> ChildProcess {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    connect(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    setSignals(&attributes)
    var number: pid_t = 0
    let code = Self.withCStrings(words) { words in
      Self.withCStrings(lines) { lines in
        program.contains("/")
          ? posix_spawn(&number, program, &actions, &attributes, words, lines)
          : posix_spawnp(&number, program, &actions, &attributes, words, lines)
      }
    }
    guard code == 0 else { throw Errno(number: code) }
    return ChildProcess(number: number)
  }

  private func connect(_ actions: inout posix_spawn_file_actions_t) {
    for (number, stream) in [input, output, errors].enumerated() {
      let number = Int32(number)
      switch stream {
      case .inherited: break
      case .null:
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      }
    }
    if let fourth { posix_spawn_file_actions_adddup2(&actions, fourth, 3) }
    posix_spawn_file_actions_addclosefrom_np(&actions, fourth == nil ? 3 : 4)
  }

  private func setSignals(_ attributes: inout posix_spawnattr_t) {
    var flags: Int32 = 0
    if resetsSignals {
      var none = sigset_t()
      sigemptyset(&none)
      posix_spawnattr_setsigmask(&attributes, &none)
      var usual = sigset_t()
      sigfillset(&usual)
      posix_spawnattr_setsigdefault(&attributes, &usual)
      flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    }
    switch group {
    case .ours: break
    case .own:
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    case .session: flags |= Self.newSession
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  /// `POSIX_SPAWN_SETSID`, which the module map leaves out.
  private static let newSession: Int32 = 0x80

  /// The program's environment, `NAME=VALUE` each.
  private var lines: [[UInt8]] {
    var lines: [[UInt8]] = []
    if let environment {
      lines = environment.map { Array("\($0.key)=\($0.value)".utf8) }
    } else {
      var entry = environ
      while let line = entry.pointee {
        let bytes = Array(UnsafeRawBufferPointer(start: line, count: strlen(line)))
        if !variables.contains(where: { bytes.starts(with: Array("\($0.name)=".utf8)) }) { lines.append(bytes) }
        entry += 1
      }
    }
    return lines + variables.map { Array("\($0.name)=\($0.value)".utf8) }
  }

  /// Lends strings with a zero at their ends, and a `nil` after the last.
  private static func withCStrings<Result>(
    _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { string in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
      for (offset, byte) in string.enumerated() { copy[offset] = CChar(bitPattern: byte) }
      copy[string.count] = 0
      return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    return body(copies + [nil])
  }
}
