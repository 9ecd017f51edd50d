import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem
import Logging
import Synchronization

/// Supervises the helper process: starts it when there is something to do, again when it has died, and ends it when
/// there has been nothing for a while.
final class ReplaySupervisor: @unchecked Sendable {
  // Sendable: `ready` is atomic; the rest is used by the replaying thread.
  private let program: ReplayProgram
  private let desk: ReplayDesk
  private let logger: Logger
  private var process: ReplayProcess?
  private var failures = 0
  private var notBefore = 0
  private var idleRounds = 0
  /// Whether the process was asked to end and has not ended yet.
  private var isEnding = false
  private let ready = Atomic<Bool>(false)

  /// In milliseconds: a process that takes longer for a batch is stuck.
  private static let patience: Int32 = 3_000
  private static let longestPause = 60_000
  /// In seconds.
  private static let longestRest = 60

  init(_ program: ReplayProgram, _ desk: ReplayDesk, _ logger: Logger) {
    self.program = program
    self.desk = desk
    self.logger = logger
  }

  /// Whether a process is believed to be running.
  var isReady: Bool { ready.load(ordering: .acquiring) }

  /// Makes the helper replay the changes noted at the desk.
  ///
  /// - Returns: The number of the error for each, 0 for none; `nil` when the process died or there is none.
  func perform(_ replays: [Replay]) -> [Int32]? {
    idleRounds = 0
    guard startIfNeeded(replays), let process else { return nil }
    if let results = process.perform(replays.map { .replay($0) }, milliseconds: Self.patience) {
      failures = 0
      return results
    }
    lose("exited or hangs")
    return nil
  }

  /// Has the helper close its descriptors, so that the mount may be unmounted: nothing follows at the moment.
  func letGo() {
    guard let process, process.perform([.rest], milliseconds: Self.patience) == nil else { return }
    lose("exited or hangs")
  }

  /// Whether a process is running or may be started.
  var isAvailable: Bool { process != nil || Self.now >= notBefore }

  /// To be called each second in which there is nothing to do.
  func rest() {
    guard let process else { return }
    idleRounds += 1
    if idleRounds >= Self.longestRest || isEnding || process.hasEnded { end() }
  }

  /// Ends the process; once it has ended, its thread number is no longer recognised.
  ///
  /// - Returns: Whether it has.
  @discardableResult
  func end() -> Bool {
    ready.store(false, ordering: .releasing)
    guard let process else { return true }
    desk.refuse()
    isEnding = true
    guard process.end() else { return false }
    desk.dismiss()
    process.reap()
    self.process = nil
    isEnding = false
    return true
  }

  private func lose(_ reason: String) {
    end()
    failures += 1
    // After the first failure at once: the process was probably killed.
    let pause = failures == 1 ? 0 : min(Self.longestPause, 100 << min(failures, 12))
    notBefore = Self.now + pause
    logger.notice("the replay-changes process \(reason)")
  }

  private func startIfNeeded(_ replays: [Replay]) -> Bool {
    if isEnding && !end() { return false }
    if process != nil { return true }
    guard Self.now >= notBefore else { return false }
    guard let started = ReplayProcess(program) else {
      lose("cannot be started")
      return false
    }
    process = started
    // A name that nobody can guess proves that this process is the one we started, on our mount.
    let secret = ".openfileprovider-replay-\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))"
    desk.expect(Array(secret.utf8))
    let results = started.perform([.greeting(secret)], milliseconds: Self.patience)
    guard results == [0], desk.isKnown else {
      lose("cannot reach the mount")
      return false
    }
    desk.begin(replays)
    ready.store(true, ordering: .releasing)
    return true
  }

  /// Milliseconds.
  private static var now: Int { Int(MonotonicClock.now / 1_000_000) }
}
