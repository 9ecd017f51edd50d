import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// Follows the store's log on a thread of its own and has the kernel drop what others changed.
///
/// It is woken by commits, and checks once a second in any case: with infinite timeouts a missed change would be stale
/// for ever.
final class Notifier: @unchecked Sendable {
  // Sendable: `context` and `follower` are used by its one thread, the flags under the lock of `ended`; the rest is constant.
  private let fileSystem: FileSystem
  private let context: FollowerContext
  private let follower: ChangeFollower
  private let waiter: ChangeWaiter
  private let cache: KernelCache
  private let lanes: [NoticeLane]
  private let replayer: Replayer?
  private let ended = Condition()
  private var isStarted = false
  private var isEnded = false

  private static let laneCount = 4
  /// Nanoseconds between two looks for mappings that have ended, a little less than a wait.
  private static let round: UInt64 = 900_000_000
  /// Microseconds between two reads of the log. Beside a program that makes thousands of files a second, reading more
  /// often would take the processor from it, mostly to find that all changes are its own.
  private static let pause: useconds_t = 3_000

  /// - Parameter program: Replays changes by others for programs that watch the mount; `nil` when they need not see
  ///   them.
  init(
    _ fileSystem: FileSystem, cache: KernelCache, replaying program: ReplayProgram?, logger: Logger
  ) throws(StoreError) {
    self.fileSystem = fileSystem
    self.cache = cache
    context = try FollowerContext(fileSystem.store, logger: logger)
    waiter = try fileSystem.store.makeChangeWaiter()
    do throws(ErrorNumber) { follower = try ChangeFollower(fileSystem, context) } catch {
      throw StoreError(.inputOutput, "cannot read the change log")
    }
    let lanes = (0..<Self.laneCount).map { _ in NoticeLane() }
    self.lanes = lanes
    replayer = program.map { program in
      Replayer(program, fileSystem, cache: cache, logger: logger) { Self.send($0, to: lanes) }
    }
  }

  func start() -> Bool {
    for lane in lanes where !lane.start(cache) { return false }
    if let replayer, !replayer.start() { return false }
    let hasStarted = NativeThread.start(name: "fuse-follower", stackSize: 1 << 20) { [self] in run() }
    ended.withLock { isStarted = hasStarted }
    return hasStarted
  }

  /// Ends the thread. What it has already read is still sent, while requests are served.
  ///
  /// - Returns: Whether nothing is sent any more.
  @discardableResult
  func stop() -> Bool {
    waiter.cancel()
    let hasEnded = ended.withLock { ended.wait(until: .after(.seconds(3))) { isEnded || !isStarted } }
    let hasReplayed = replayer?.stop() ?? true
    return lanes.reduce(hasEnded && hasReplayed) { $1.finish(milliseconds: 500) && $0 }
  }

  private func run() {
    var watch = LogWatch()
    var lastRound = MonotonicClock.now
    while !waiter.isCancelled {
      let isWoken = waiter.wait(milliseconds: 1000)
      if MonotonicClock.now &- lastRound >= Self.round {
        lastRound = MonotonicClock.now
        fileSystem.closeLateWriters(logger: context.logger)
      }
      let version = try? context.committed.dataVersion()
      guard watch.isDue(isWoken: isWoken, version: version) else { continue }
      defer { usleep(Self.pause) }
      // A failure was logged; the next attempt follows within a second.
      let isForeign = try? follower.advance(context, replay: replayer.map { $0.add }, notify: send)
      watch.noteLook(isForeign == nil ? nil : version)
      if isForeign == true { fileSystem.traceChangesOfEnumerators() }
    }
    ended.withLock {
      isEnded = true
      ended.broadcast()
    }
  }

  private func send(_ notices: [KernelNotice]) {
    guard notices.contains(.everything) else { return Self.send(notices, to: lanes) }
    var byLane = [[KernelNotice]](repeating: [], count: lanes.count)
    dropEverything(into: &byLane)
    for (lane, notices) in zip(lanes, byLane) { lane.add(notices) }
  }

  /// Sends notices about single names and nodes.
  private static func send(_ notices: [KernelNotice], to lanes: [NoticeLane]) {
    var byLane = [[KernelNotice]](repeating: [], count: lanes.count)
    for notice in notices {
      switch notice {
      case .name(let parent, _): byLane[Int(parent.rawValue % UInt64(lanes.count))].append(notice)
      case .node(let inode): byLane[Int(inode.rawValue % UInt64(lanes.count))].append(notice)
      case .everything: break
      }
    }
    for (lane, notices) in zip(lanes, byLane) { lane.add(notices) }
  }

  /// Has the kernel forget all names, and what it has cached of every node: the log does not have the changes any more.
  private func dropEverything(into lanes: inout [[KernelNotice]]) {
    context.logger.warning(
      "changes were lost; dropping everything in the kernel's caches")
    cache.dropNames()
    fileSystem.forEachNode(context) { inode, parent, name in
      lanes[Int(parent.rawValue % UInt64(lanes.count))].append(.name(parent: parent, name: name))
      lanes[Int(inode.rawValue % UInt64(lanes.count))].append(.node(inode))
    }
  }
}
