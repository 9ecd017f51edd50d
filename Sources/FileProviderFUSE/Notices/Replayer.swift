import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// Has changes by others replayed, and then sends the notices that follow from them.
///
/// It waits for the helper process on a thread of its own; threads that answer requests never do. Without the helper
/// the notices go out all the same, and only watchers miss something.
final class Replayer: @unchecked Sendable {
  // Sendable: `condition` protects `waiting`, `count` and the flags; `helper` is used by the one thread.
  private let desk: ReplayDesk
  private let cache: KernelCache
  private let deliver: @Sendable ([KernelNotice]) -> Void
  private let condition = Condition()
  private var waiting: [ReplayBatch] = []
  private var count = 0
  private var isOver = false
  private var isRunning = false
  private let helper: ReplaySupervisor

  /// Maximum number of waiting changes. Beyond it, the kernel's caches stay correct, but watchers are not notified.
  private static let limit = 8192
  /// When more than this wait, their notices are sent at once.
  private static let promptLimit = 512

  init(
    _ program: ReplayProgram, _ fileSystem: FileSystem, cache: KernelCache, logger: Logger,
    deliver: @escaping @Sendable ([KernelNotice]) -> Void
  ) {
    desk = fileSystem.replayDesk
    self.cache = cache
    self.deliver = deliver
    helper = ReplaySupervisor(program, desk, logger)
  }

  func start() -> Bool {
    condition.withLock { isRunning = true }
    let isStarted = NativeThread.start(name: "fuse-replay") { [self] in run() }
    if !isStarted { condition.withLock { isRunning = false } }
    return isStarted
  }

  /// Takes changes to replay. Does not wait.
  func add(_ batch: ReplayBatch) {
    let (isTaken, isPrompt) = condition.withLock { () -> (Bool, Bool) in
      guard !isOver, count + batch.replays.count <= Self.limit else { return (false, false) }
      desk.announce(batch.replays)
      waiting.append(batch)
      count += batch.replays.count
      condition.broadcast()
      return (true, count <= Self.promptLimit && helper.isReady)
    }
    // The kernel's caches must not stay wrong for long; sending the notices again afterwards costs little.
    if !isTaken { deliver(batch.notices) } else if !isPrompt { deliver(batch, except: namesOfFolders(batch.replays)) }
  }

  /// The names of folders that are moved. A notice of one would end mounts below it, and take the folder from programs that work in it (getcwd(2)). Of a
  /// folder the kernel has one name, which it looks up for the replay.
  private func namesOfFolders(_ replays: [Replay]) -> Set<KernelNotice> {
    var names: Set<KernelNotice> = []
    for replay in replays where replay.action == .move && replay.kind == .folder {
      for place in [replay.source, replay.place].compactMap(\.self) { names.insert(notice(of: place)) }
    }
    return names
  }

  private func deliver(_ batch: ReplayBatch, except names: Set<KernelNotice>) {
    deliver(names.isEmpty ? batch.notices : batch.notices.filter { !names.contains($0) })
  }

  /// Ends the thread and the process.
  ///
  /// - Returns: Whether they have ended.
  func stop() -> Bool {
    condition.withLock {
      isOver = true
      waiting = []
      condition.broadcast()
      return condition.wait(until: .after(.seconds(3))) { !isRunning }
    }
  }

  private func run() {
    // The helper's socket is opened later, and used only by this thread.
    ThreadDescriptors.keepOnly(cache.device)
    while let batch = next() {
      replay(batch)
      let isLast = condition.withLock { () -> Bool in
        count -= batch.replays.count
        return waiting.isEmpty
      }
      if isLast { helper.letGo() }
    }
    helper.end()
    condition.withLock {
      isRunning = false
      condition.broadcast()
    }
  }

  private func next() -> ReplayBatch? {
    while true {
      let (batch, isOver) = condition.withLock { () -> (ReplayBatch?, Bool) in
        if waiting.isEmpty && !self.isOver { _ = condition.wait(until: .after(.seconds(1))) }
        return (waiting.isEmpty ? nil : waiting.removeFirst(), self.isOver)
      }
      if isOver { return nil }
      if let batch { return batch }
      helper.rest()
    }
  }

  // MARK: One batch

  private func replay(_ batch: ReplayBatch) {
    var left = batch.replays
    var made: [Replay] = []
    // Up to twice more: after the names in the way were dropped, or with another process when this one died.
    for _ in 0..<3 where !left.isEmpty {
      desk.begin(left)
      let results = helper.perform(left)
      let done = desk.end()
      made += done.map { left[$0] }
      left = left.indices.filter { index in
        guard !done.contains(index) else { return false }
        guard let results else { return true }
        return results[index] == ESTALE || results[index] == ENOENT
      }.map { left[$0] }
      if results == nil && !helper.isAvailable { break }
      for replay in left { dropObstacle(to: replay) }
    }
    desk.conclude(batch.replays)
    finish(batch, made)
  }

  /// Drops a name at which the kernel may have cached something else, or nothing.
  private func dropObstacle(to replay: Replay) {
    switch replay.action {
    case .create, .createWithContents: break
    case .move: if let source = replay.source { drop(source) }
    case .delete, .contents, .attributes: drop(replay.place)
    }
  }

  private func notice(of place: Replay.Place) -> KernelNotice { .name(parent: place.folder, name: place.name) }

  private func drop(_ place: Replay.Place) { cache.drop(notice(of: place)) }

  private func finish(_ batch: ReplayBatch, _ made: [Replay]) {
    var known = namesOfFolders(made)
    for replay in made where replay.action == .create || replay.action == .createWithContents {
      known.insert(notice(of: replay.place))
    }
    deliver(batch, except: known)
  }
}
