import FileProviderDomains
import FileProviderFUSE
import FileProviderProgram
import Glibc
import LinuxSystem
import Logging

/// Mounts again what died: the process that stays behind a mount in the background, as the parent of the one that serves it.
///
/// It has no thread but the first, and neither the store nor the mount open: it waits in poll(2) for the end of the pipe on which the other process
/// said that it was ready, and for signals. waitpid(2) would not do: a killed process stays as long as one of its threads hangs in its own mount
/// (`DeadMount`).
///
/// A mount that was unmounted, by whatever program, stays so. What asks this process to end it passes on, and ends with the other.
package struct MountSupervisor: ~Copyable {
  private let mount: BackgroundMount
  private let signals: SignalDescriptor
  private let logger = HostLogging.logger("mount", isVerbose: false)
  private var pauses = Backoff(first: .seconds(1), longest: .seconds(60))
  /// Whether an unmount was requested.
  private var isEnding = false
  /// The mount of the last process; `nil` once it was detached for a successor that failed.
  private var mounted: KernelMount?

  /// After a mount has lasted this long, the pauses start again from the shortest.
  private static let longLife = Duration.seconds(300)

  /// From now on signals wait until this process looks.
  package init(_ mount: BackgroundMount) throws {
    // Nothing of the terminal ends it, but there may be people who send this by hand.
    signal(SIGHUP, SIG_IGN)
    guard let signals = SignalDescriptor([SIGTERM, SIGINT]) else { throw CommandFailure("mount", System.reason()) }
    self.mount = mount
    self.signals = signals
  }

  /// Mounts, and mounts again whenever the process that serves has died, until the mount is at its end.
  ///
  /// - Parameter ready: The descriptor on which to report that the mount answers the first time.
  /// - Throws: Why the first attempt failed.
  package mutating func run(ready: Int32) throws {
    var (restarts, path) = (0, mount.mountpoint.path)
    var life = try serve(restarts) { BackgroundMount.becomeReady(ready, $0) }
    guard life.wasReady else { throw mount.failure(life.ending) }
    while let pause = pause(after: life) {
      logger.warning("\(path): the process that served the mount \(life.ending.words); mounting again in \(pause) ms")
      wait(for: -1, milliseconds: pause)
      if isEnding { return }
      if let obstacle = obstacle() { return logger.warning("\(path): not mounted again: \(obstacle)") }
      restarts += 1
      let logger = logger
      do {
        life = try serve(restarts) { _ in
          logger.notice("\(path): mounted again")
          return true
        }
      } catch {
        logger.error("\(path): \(error)")
        life.wasReady = false
      }
    }
  }

  // MARK: The process that serves

  private struct Life {
    /// Whether the mount answered.
    var wasReady: Bool
    var ending: ChildProcess.Ending
    var duration: Duration
  }

  /// Starts a process that serves the mount, and waits for its end.
  ///
  /// - Parameter ready: Called as soon as the mount answers. Returns whether it is to stay.
  private mutating func serve(_ restarts: Int, ready: (DomainName) -> Bool) throws -> Life {
    let path = mount.mountpoint.path
    let start = MonotonicClock.now
    let server = try mount.launchServer(restarts: restarts)
    let wasReady = waitForByte(of: server)
    if wasReady {
      mounted = KernelMount.mount(at: path)
      if !ready(mount.domain) {
        isEnding = true
        kill(server.process.number, SIGTERM)
      }
      // There is no second byte.
      _ = waitForByte(of: server)
    }
    // One that does not end hangs in its own mount, and so do programs.
    if !server.process.waitKeepingNumber(until: .after(.seconds(1))), MountRegistry.isDeserted(path) {
      DeadMount.endConnection(at: path)
    }
    let ending = server.process.wait()
    if !wasReady, KernelMount.mount(at: path) == nil { mounted = nil }
    return Life(
      wasReady: wasReady, ending: ending, duration: .nanoseconds(Int64(MonotonicClock.now - start)))
  }

  /// Waits for a byte of a process, or for its end.
  private mutating func waitForByte(of server: borrowing BackgroundMount.Launched) -> Bool {
    while !wait(for: server.line.number) { kill(server.process.number, SIGTERM) }
    return server.waitForByte()
  }

  /// Waits until a descriptor is readable, a signal arrives or the time is over.
  ///
  /// - Parameters:
  ///   - line: A descriptor; negative for none.
  ///   - milliseconds: Negative for no end.
  /// - Returns: Whether something can be read.
  @discardableResult
  private mutating func wait(for line: Int32, milliseconds: Int32 = -1) -> Bool {
    withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { states in
      states[0] = pollfd(fd: signals.number, events: Int16(POLLIN), revents: 0)
      states[1] = pollfd(fd: line, events: Int16(POLLIN), revents: 0)
      while poll(states.baseAddress, 2, milliseconds) < 0 && errno == EINTR {}
      if signals.take() { isEnding = true }
      return states[1].revents != 0 && states[0].revents == 0
    }
  }

  // MARK: Again

  /// - Returns: How many milliseconds to wait before mounting again; `nil` when the mount has ended as requested, or when another attempt
  ///   would not change.
  private mutating func pause(after life: Life) -> Int32? {
    if isEnding { return nil }
    switch life.ending {
    case .exited(ExitStatus.done.rawValue), .exited(ExitStatus.interrupted.rawValue), .killed(SIGTERM), .killed(SIGINT),
      .killed(SIGHUP):
      return nil
    case .exited(ExitStatus.badData.rawValue), .exited(ExitStatus.usage.rawValue):
      logger.warning("\(mount.mountpoint.path): not mounted again: the domain cannot be opened")
      return nil
    default: break
    }
    if life.duration > Self.longLife { pauses.reset() }
    return pauses.next().map { Int32($0 / .milliseconds(1)) }
  }

  /// Why the domain is not mounted again; `nil` if it is.
  private func obstacle() -> String? {
    let path = mount.mountpoint.path
    if !DomainDirectory.exists(mount.domain) { return "the domain “\(mount.domain)” no longer exists" }
    let now = KernelMount.mount(at: path)
    if now == nil { return mounted == nil ? nil : "unmounted" }
    let isOwn = now?.minor == mounted?.minor && now?.type == mounted?.type && now?.source == mounted?.source
    return isOwn && !MountRegistry.notes().contains { $0.mountpoint == path }
      ? nil : "another file system is mounted there"
  }
}

extension ChildProcess.Ending {
  /// As the end of a sentence about the process.
  fileprivate var words: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    }
  }
}
