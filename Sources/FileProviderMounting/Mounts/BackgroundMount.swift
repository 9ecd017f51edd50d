package import FileProviderDomains
import FileProviderProgram
import Glibc
import LinuxSystem

/// Serves a mount in a separate process: the same executable, started again. A process with threads cannot be forked.
///
/// The new process reports through a byte in a pipe that the mount answers. Until then its errors appear on our standard error and its exit
/// status is ours.
package struct BackgroundMount {
  package var domain: DomainName
  var mountpoint: MountpointPath
  var options: [String]
  package var author: String?
  var isVerbose: Bool

  package init(domain: DomainName, mountpoint: MountpointPath, options: [String], author: String?, isVerbose: Bool) {
    self.domain = domain
    self.mountpoint = mountpoint
    self.options = options
    self.author = author
    self.isVerbose = isVerbose
  }

  /// A process that is to serve the mount, or to supervise the one that does.
  struct Launched: ~Copyable {
    let process: ChildProcess
    /// The pipe in which it writes a byte as soon as the mount answers, and which ends when the process does.
    let line: Descriptor

    /// Waits for the byte.
    ///
    /// - Returns: False when the process ended before.
    borrowing func waitForByte() -> Bool {
      var byte: UInt8 = 0
      var count = read(line.number, &byte, 1)
      while count < 0 && errno == EINTR { count = read(line.number, &byte, 1) }
      return count == 1
    }
  }

  /// The descriptor on which the new process reports that it is ready.
  private static let ready: Int32 = 3

  /// Mounts, and returns when the mount answers.
  ///
  /// - Parameter isSupervised: Whether a `MountSupervisor` stays, which mounts again when the process that serves dies.
  package func start(isSupervised: Bool) throws {
    let launched = try isSupervised ? launchSupervisor() : launchServer()
    if !launched.waitForByte() { throw failure(launched.process.wait()) }
  }

  /// The failure when a process exited before it was ready. The process has printed the reason itself.
  func failure(_ ending: ChildProcess.Ending) -> any Error {
    if case .exited(let code) = ending, let status = ExitStatus(rawValue: code), status != .done {
      return CommandEnd(status: status)
    }
    return CommandFailure(mountpoint.given, "the process that serves the mount exited before it was ready")
  }

  /// - Parameter restarts: How often the supervisor, which calls this, has mounted again; `nil` where there is none.
  func launchServer(restarts: Int? = nil) throws -> Launched {
    let supervision = restarts.map { ["--restarts", "\($0)", "--supervisor", "\(getpid())"] }
    return try launch(["--foreground"] + (supervision ?? []))
  }

  private func launchSupervisor() throws -> Launched { try launch([]) }

  private func launch(_ role: [String]) throws -> Launched {
    guard let pipe = Pipe() else { throw CommandFailure("mount", System.reason()) }
    let process = try start(words(role), writing: pipe.writing.number)
    return Launched(process: process, line: pipe.closingWriting())
  }

  private func words(_ role: [String]) -> [String] {
    var words = [CommandLine.arguments[0], "mount", "--ready-descriptor", String(Self.ready)] + role
    words += ["--domain", domain.string]
    for option in options { words += ["-o", option] }
    if let author { words += ["--author", author] }
    if isVerbose { words.append("--verbose") }
    return words + ["--", mountpoint.path]
  }

  /// It inherits only the pipe and standard error: our caller may wait until all copies of its pipes are
  /// closed, and a mount lives for days. It has a session of its own, so that closing the terminal does not end it.
  private func start(_ words: [String], writing end: Int32) throws -> ChildProcess {
    var launch = ProcessLaunch("/proc/self/exe", words: words)
    launch.input = .null
    launch.output = .null
    launch.fourth = end
    launch.group = .session
    // Whoever's domain it is: our own program, which perhaps only root can run.
    do { return try FileIdentity.asProcess { [launch] () throws(Errno) in try launch.start() } } catch {
      throw CommandFailure("mount", "cannot start a process: \(error)")
    }
  }

  /// Reports that the mount answers, and releases the caller's standard error and working directory. The pipe stays open: it is closed when this process exits.
  ///
  /// - Returns: Whether somebody still waited for that. The mount of a command that was interrupted does not stay.
  static func becomeReady(_ descriptor: Int32, _ domain: DomainName) -> Bool {
    var byte: UInt8 = 1
    if write(descriptor, &byte, 1) < 0, errno == EPIPE { return false }
    chdir("/")
    let log = MountLog.open(domain)
    dup2(log.number, STDERR_FILENO)
    return true
  }
}
