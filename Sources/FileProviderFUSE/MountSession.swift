import CFuse3
import FileProviderFileSystem
package import FileProviderStore
public import Foundation
import Glibc
package import Logging
import Synchronization

/// A mounted domain.
///
/// Made, it is mounted and the kernel's requests queue up; `run` serves them until somebody unmounts it or calls
/// `stop`. The process that serves a mount must never make a call on it.
public final class MountSession: Sendable {
  /// The directory, absolute and without links.
  public let mountpoint: String
  public let began = Date()

  private let store: ItemStore
  private let fileSystem: FileSystem
  private let core: SessionCore
  private let notifier: Notifier
  private let recents: RecentsThread
  nonisolated(unsafe) private let session: OpaquePointer
  /// The minor number of the mount's device.
  private let device: Int?
  private let isStopping = Atomic<Bool>(false)
  private let ended = Condition()
  nonisolated(unsafe) private var hasEnded = false
  private let logger: Logger

  /// To be given to the `ItemStore`: before a thread that serves waits, another one takes over, and when no requests come, what was changed is
  /// committed.
  package static let threads = WritingThreads(
    willBlock: { Worker.currentIfAny?.willBlock() }, settlesSoon: { Worker.currentIfAny?.settlesSoon ?? false })

  /// Mounts a domain.
  ///
  /// - Parameters:
  ///   - store: Opened with `MountSession.threads`.
  ///   - source: Who brings what the store does not have; `nil` for a local domain.
  ///   - mountpoint: An empty directory. What a dead mount left there is cleared away.
  ///   - program: Replays changes by others, so that programs that watch the mount see them; `nil`: they do not.
  /// - Throws: `MountError`, or what the store says.
  package init(
    store: ItemStore, source: (any ContainerSource)?, options: MountOptions, mountpoint: String,
    replaying program: ReplayProgram? = nil, logger: Logger
  ) throws {
    let place = try Mountpoint(mountpoint, options: options)
    self.mountpoint = place.path
    self.store = store
    self.logger = logger
    if !options.isReadOnly { try store.reconcileWriters(author: options.author) }
    fileSystem = FileSystem(
      store: store, source: source, options: options.fileSystemOptions, systemCalls: .ofTheSystem)
    core = SessionCore(fileSystem: fileSystem, logger: logger)
    recents = RecentsThread(fileSystem, logger: logger)
    session = try Self.mount(core, options, at: place.path)
    core.attach(session)
    device = MountTable.entry(at: place.path)?.minor
    do {
      // Nothing can be made again where nothing may be changed.
      notifier = try Notifier(
        fileSystem, cache: KernelCache(session: session), replaying: options.isReadOnly ? nil : program, logger: logger)
    } catch {
      Mountpoint.detach(place.path)
      throw error
    }
    fileSystem.setReport { [weak self] in self.map { Array(Data($0.statistics.json)) } ?? [] }
  }

  private static func mount(
    _ core: SessionCore, _ options: MountOptions, at path: String
  ) throws(MountError) -> OpaquePointer {
    LibraryLog.divert(to: core.logger)
    var operations = makeOperations()
    let strings = options.arguments.map { strdup($0) }
    defer { for string in strings { free(string) } }
    var argv: [UnsafeMutablePointer<CChar>?] = strings + [nil]
    let session = argv.withUnsafeMutableBufferPointer { argv in
      var arguments = fuse_args(argc: Int32(strings.count), argv: argv.baseAddress, allocated: 0)
      defer { fuse_opt_free_args(&arguments) }
      return fuse_session_new(
        &arguments, &operations, MemoryLayout<fuse_lowlevel_ops>.size, Unmanaged.passUnretained(core).toOpaque())
    }
    guard let session else { throw MountError(.badOption, LibraryLog.last ?? "libfuse refused the options") }
    guard fuse_session_mount(session, path) == 0 else {
      let reason = LibraryLog.last.map { ": \($0)" } ?? ""
      fuse_session_destroy(session)
      throw MountError(.refused, "\(path) could not be mounted\(reason)")
    }
    guard Initialization.install(on: session) else {
      Mountpoint.detach(path)
      throw MountError(.unavailable, "this version of libfuse is too old; 3.14 or later is needed")
    }
    return session
  }

  /// Serves the mount on this thread and others, until it is unmounted or stopped.
  ///
  /// - Throws: What the store says when it cannot be read at all.
  public func run() throws {
    SessionCore.prepareWakeSignal()
    var allHaveLeft = false
    defer { end(allHaveLeft) }
    guard notifier.start(), recents.start(), startDeputy() else {
      Mountpoint.detach(mountpoint)
      throw MountError(.unavailable, "the system has no further threads")
    }
    try core.serveFirst()
    allHaveLeft = core.leadership.waitForThreads(seconds: 5)
  }

  private func startDeputy() -> Bool {
    let leadership = core.leadership
    return NativeThread.start(name: "fuse-deputy", stackSize: 256 << 10) { leadership.watch() }
  }

  /// What is written and not committed is committed, and the mount is taken off its place.
  private func end(_ allHaveLeft: Bool) {
    let isQuiet = notifier.stop()
    if let context = try? RequestContext(store, logger: logger) { fileSystem.commitAll(context) }
    do { try store.settle() } catch { logger.error("what was changed last is not committed yet: \(error)") }
    recents.stop()
    if isOwnMountThere { Mountpoint.detach(mountpoint) }
    fileSystem.endAll()
    // Closes the kernel's device: who still has files open gets an error instead of waiting for ever.
    if allHaveLeft && isQuiet { fuse_session_destroy(session) }
    ended.withLock {
      hasEnded = true
      ended.broadcast()
    }
  }

  /// Whether what is mounted at the mount point is ours: whoever unmounted it may have mounted something else there already.
  ///
  /// As long as the kernel has not ended our connection, nobody else's file system has our device number.
  private var isOwnMountThere: Bool {
    var state = pollfd(fd: fuse_session_fd(session), events: 0, revents: 0)
    guard let device, poll(&state, 1, 0) >= 0, state.revents & Int16(POLLERR) == 0 else { return false }
    return MountTable.entry(at: mountpoint)?.minor == device
  }

  /// Unmounts. Returns when `run` has.
  ///
  /// From any thread but one that serves; not from a signal handler.
  public func stop() {
    guard !isStopping.exchange(true, ordering: .acquiringAndReleasing) else { return waitForEnd() }
    // While requests are still served: a notice may wait for one of them.
    notifier.stop()
    core.stop()
    waitForEnd()
  }

  private func waitForEnd() {
    ended.withLock {
      var left = 100
      while !hasEnded && left > 0 { if !ended.wait(milliseconds: 100) { left -= 1 } }
    }
  }

  /// What the mount has done so far. Cheap enough to ask for at any time.
  public var statistics: SessionStatistics {
    let counters = core.counters
    var live: [String: Int] = [:]
    for (kind, count) in store.liveEnumerators { live[kind.rawValue] = count }
    return SessionStatistics(
      requests: (0..<OperationCounters.operations).compactMap { SessionStatistics.Operation($0, counters) },
      splicedWrites: counters.reduce(0) { $0 + $1.splicedWriteCount }, openFiles: fileSystem.openFileCount,
      openDirectories: fileSystem.openDirectoryCount, liveEnumerators: live)
  }
}
