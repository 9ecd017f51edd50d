import Glibc
import LinuxSystem

/// Serves a mount in a process of its own: the same executable, started anew. A process with threads cannot be forked.
///
/// The new process says that the mount answers by a byte in a pipe. Until then its errors appear on our standard error and its exit
/// status is ours.
struct BackgroundMount {
  var domain: DomainName
  var mountpoint: MountpointPath
  var options: [String]
  var author: String?
  var isVerbose: Bool

  /// The descriptor on which the new process tells that it is ready.
  private static let ready: Int32 = 3

  func start() throws {
    guard let pipe = Pipe() else { throw CommandFailure("mount", System.reason()) }
    let process = try start(writing: pipe.writing.number)
    let reading = pipe.closingWriting()
    var byte: UInt8 = 0
    var count = read(reading.number, &byte, 1)
    while count < 0 && errno == EINTR { count = read(reading.number, &byte, 1) }
    if count == 1 { return }
    if case .exited(let code) = process.wait(), let status = ExitStatus(rawValue: code), status != .done {
      throw CommandEnd(status: status)
    }
    throw CommandFailure(mountpoint.given, "the process that serves the mount ended before it was ready")
  }

  private var words: [String] {
    var words = [CommandLine.arguments[0], "mount", "--foreground", "--ready-descriptor", String(Self.ready)]
    words += ["--domain", domain.string]
    for option in options { words += ["-o", option] }
    if let author { words += ["--author", author] }
    if isVerbose { words.append("--verbose") }
    return words + ["--", mountpoint.path]
  }

  /// What it gets of ours is the pipe and standard error alone: whoever started us may wait until all copies of its pipes are
  /// closed, and a mount lives for days. It has a session of its own, so that closing the terminal does not end it.
  private func start(writing end: Int32) throws -> ChildProcess {
    var launch = ProcessLaunch("/proc/self/exe", words: words)
    launch.input = .null
    launch.output = .null
    launch.fourth = end
    launch.group = .session
    // Whoever's domain it is: our own program, which perhaps only root can run.
    do { return try FileIdentity.asProcess { [launch] () throws(Errno) in try launch.start() } } catch {
      throw CommandFailure("mount", "no process can be started: \(error)")
    }
  }
}
