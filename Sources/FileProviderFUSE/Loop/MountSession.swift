import CFuse3
import FileProviderFileSystem
package import FileProviderStore
public import Foundation
import Glibc
import LinuxSystem
package import Logging
import Synchronization

/// A mounted domain.
///
/// When it is made, it is mounted and the kernel's requests queue up. `run` serves them until it is unmounted or `stop`
/// is called, which also unmounts one that was never served. The process that serves a mount must never make a call on
/// it.
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
  private let place: MountedPlace
  private enum Stage {
    case mounted, serving, ending, ended
  }
  /// Signalled when `stage` changes.
  private let changed = Condition()
  // Only touched with `changed` locked.
  nonisolated(unsafe) private var stage = Stage.mounted
  private let logger: Logger

  /// To be given to the `ItemStore`: before a serving thread waits, another takes over, and when no requests come, what
  /// was changed is committed.
  package static let threads = ChangingThreads(
    willBlock: { Worker.currentIfAny?.willBlock() }, commitsSoon: { Worker.currentIfAny?.commitsSoon ?? false })

  /// Mounts a domain.
  ///
  /// - Parameters:
  ///   - store: Opened with `MountSession.threads`.
  ///   - source: Brings what the store does not have; `nil` for a local domain.
  ///   - mountpoint: An empty directory. A dead mount there is detached.
  ///   - program: Replays changes by others, so that programs that watch the mount see them; with `nil` they do not.
  /// - Throws: `MountError`, or the store's error.
  package init(
    store: ItemStore, source: (any ContainerSource)?, options: MountOptions, mountpoint: String,
    replaying program: ReplayProgram? = nil, logger: Logger
  ) throws {
    let place = try FileIdentity.asProcess { () throws(MountError) in try Mountpoint(mountpoint, options: options) }
    self.mountpoint = place.path
    self.store = store
    self.logger = logger
    let isReconciled = try options.isReadOnly ? true : store.reconcileWriters(author: options.author)
    fileSystem = FileSystem(
      store: store, source: source, options: options.fileSystemOptions, systemCalls: .ofTheSystem)
    if !isReconciled { fileSystem.noteOutlived() }
    core = SessionCore(fileSystem: fileSystem, readers: options.readers, logger: logger)
    recents = RecentsThread(fileSystem, logger: logger)
    session = try FileIdentity.asProcess { [core] () throws(MountError) in
      try Self.mount(core, options, at: place.path)
    }
    self.place = MountedPlace(place.path, connection: fuse_session_fd(session))
    do {
      try Self.checkVersion(of: session)
      core.attach(session)
      // A read-only mount refuses the calls with which changes are replayed.
      notifier = try Notifier(
        fileSystem, cache: KernelCache(session: session), replaying: options.isReadOnly ? nil : program, logger: logger)
    } catch {
      self.place.unmount()
      fuse_session_destroy(session)
      throw error
    }
    let cache = KernelCache(session: session)
    fileSystem.setAttributesExpire { cache.dropAttributes(of: $0) }
    fileSystem.setReport { [weak self] in self.map { Array(Data($0.statistics.json)) } ?? [] }
  }

  /// Sets a function that is called with each document that a thumbnailer was refused, since its contents are not downloaded. It must not block.
  package func setRefusedPicture(_ body: @escaping @Sendable (ItemID) -> Void) {
    fileSystem.setRefusedPicture(body)
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
    guard attach(session, to: path) == 0 else {
      let reason = LibraryLog.last.map { ": \($0)" } ?? ""
      fuse_session_destroy(session)
      throw MountError(.refused, "\(path) could not be mounted\(reason)")
    }
    return session
  }

  /// - Returns: As `fuse_session_mount`.
  private static func attach(_ session: OpaquePointer, to path: String) -> Int32 {
    // fusermount3 does this for an ordinary user, in a folder of that user's alone.
    guard geteuid() == 0 else { return fuse_session_mount(session, path) }
    guard let folder = PlainPath(path), fuse_session_mount(session, folder.path) == 0 else { return -1 }
    return 0
  }

  private static func checkVersion(of session: OpaquePointer) throws(MountError) {
    guard Initialization.install(on: session) else {
      throw MountError(.unavailable, "this version of libfuse is too old; 3.14 or later is needed")
    }
  }

  /// Serves the mount on this thread and others, until it is unmounted or stopped. Returns at once if it was stopped before.
  ///
  /// - Throws: The store's error when it cannot be read.
  public func run() throws {
    guard advance(from: .mounted, to: .serving) else { return waitForEnd() }
    Heap.prepareForLongLife()
    var allHaveLeft = false
    defer { end(allHaveLeft) }
    guard notifier.start(), recents.start(), startDeputy() else {
      throw MountError(.unavailable, "cannot start a thread")
    }
    try core.serveFirst()
    allHaveLeft = core.leadership.waitForThreads(seconds: 5)
  }

  /// - Returns: Whether it was at that stage.
  private func advance(from expected: Stage, to next: Stage) -> Bool {
    changed.withLock {
      guard stage == expected else { return false }
      stage = next
      changed.broadcast()
      return true
    }
  }

  private func startDeputy() -> Bool {
    let leadership = core.leadership
    return NativeThread.start(name: "fuse-deputy", stackSize: 256 << 10) { leadership.watch() }
  }

  /// Commits what was written, and unmounts.
  private func end(_ allHaveLeft: Bool) {
    let isQuiet = notifier.stop()
    core.refuseWaiting()
    fileSystem.closeLateWriters(logger: logger)
    if let context = try? RequestContext(store, logger: logger) { fileSystem.commitAll(context) }
    do { try store.commitAcknowledged() } catch { logger.error("cannot commit the latest changes: \(error)") }
    recents.stop()
    place.unmount()
    fileSystem.endAll()
    // Closes the kernel's device: programs that still have files open get an error instead of waiting for ever.
    core.backings?.end()
    if allHaveLeft && isQuiet { fuse_session_destroy(session) }
    _ = advance(from: .serving, to: .ended)
  }

  /// Unmounts, whether `run` was called or not. Returns when it has returned.
  ///
  /// From any thread but one that serves; not from a signal handler.
  public func stop() {
    if advance(from: .mounted, to: .ending) {
      place.unmount()
      core.backings?.end()
      fuse_session_destroy(session)
      _ = advance(from: .ending, to: .ended)
    } else if changed.withLock({ stage == .serving }) {
      // While requests are still served: a notice may wait for one of them.
      notifier.stop()
      core.stop()
    }
    waitForEnd()
  }

  private func waitForEnd() {
    changed.withLock { _ = changed.wait(until: .after(.seconds(10))) { stage == .ended } }
  }

  /// How many requests of the kernel there were so far. It does not change while no program uses the mount.
  package var requestCount: UInt64 { core.leadership.begun }

  /// What the mount has done so far. Cheap enough to ask for at any time.
  public var statistics: SessionStatistics {
    let counters = core.counters
    var live: [String: Int] = [:]
    for (kind, count) in store.liveEnumerators { live[kind.rawValue] = count }
    return SessionStatistics(
      requests: (0..<OperationCounters.operations).compactMap { SessionStatistics.Operation($0, counters) },
      splicedWrites: counters.reduce(0) { $0 + $1.splicedWriteCount },
      mostReaders: core.leadership.mostReaders, openFiles: fileSystem.openFileCount,
      openDirectories: fileSystem.openDirectoryCount, passthroughRefusal: fileSystem.passthrough.refusal,
      waitingRequests: fileSystem.parked?.count ?? 0,
      liveEnumerators: live)
  }
}
