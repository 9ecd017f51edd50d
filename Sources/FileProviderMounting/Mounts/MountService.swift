package import FileProviderDomains
package import FileProviderFUSE
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import FileProviderThumbnails
package import Foundation
import Glibc
import LinuxSystem
import Logging

/// A mount as this process serves it: store, link to the provider's process, kernel edge and status, from start to end.
package final class MountService: Sendable {
  private let domain: DomainName
  private let mountpoint: MountpointPath
  private let options: MountOptions
  private let tracesEnumerators: Bool
  private let logger: Logger
  private let since = Timestamp.now
  private let supervisor: pid_t?
  private let restarts: Int

  /// - Parameters:
  ///   - supervisor: The process that has started this one, if it is to mount again.
  ///   - restarts: How often it has mounted again.
  package init(
    domain: DomainName, mountpoint: MountpointPath, options: MountOptions, tracesEnumerators: Bool, isVerbose: Bool,
    supervisor: pid_t?, restarts: Int
  ) {
    (self.supervisor, self.restarts) = (supervisor, restarts)
    self.domain = domain
    self.mountpoint = mountpoint
    self.options = options
    self.tracesEnumerators = tracesEnumerators
    logger = HostLogging.logger("mount", isVerbose: isVerbose)
  }

  /// Serves until the mount is unmounted or the process is asked to end.
  ///
  /// - Parameter ready: The descriptor on which to report that the mount answers; the process is in the background
  ///   then.
  package func run(ready: Int32?) throws {
    // Before the store is opened: a dead mount that hangs may hold its locks.
    if MountRegistry.isDeserted(mountpoint.path) { DeadMount.endConnection(at: mountpoint.path) }
    let makes = domain.string == HostProgram.current.defaultDomain
    let contacts = makes ? HostProgram.current.contacts : nil
    // Before there is a store: one that nobody has noted is somebody else's.
    try contacts?.register()
    let store = try DomainDirectory.open(domain, makes: makes, threads: MountSession.threads)
    // The helper threads have ended by then.
    defer { finish(store) }
    if store.access == .reading && !options.isReadOnly {
      throw CommandFailure(
        "domain “\(domain)”", "its disk is read-only", remedy: "mount it with -o ro")
    }
    if options.removesToTrash,
      try !store.readCommitted({ (reader) throws(StoreError) in try TreeReader(reader).supportsTrash() })
    {
      throw CommandFailure("domain “\(domain)”", "has no trash", remedy: "mount it without --rm-to-trash")
    }
    if tracesEnumerators { EnumeratorPrinter.print(of: store) }
    let provider = try MountProvider(
      domain: domain, store: store, isForeground: ready == nil, logger: logger
    ).link()
    defer { provider?.close() }
    try refusePrivileges(store)
    let session: MountSession
    do {
      session = try MountSession(
        store: store, source: provider, options: options, mountpoint: mountpoint.path,
        replaying: .own(for: mountpoint.path), logger: logger)
    } catch { throw CommandFailure("mount", error) }
    if let provider { askForThumbnails(provider, session) }
    // Whatever fails from here on, and at a signal at any moment, nothing stays mounted without a process that serves
    // it.
    defer { session.stop() }
    Interruption.watch { session.stop() }
    if Interruption.hasCome { return }
    let note = MountRegistry.Note(
      process: getpid(), domain: domain.string, mountpoint: mountpoint.path, store: store.directory.path,
      isReadOnly: options.isReadOnly, supervisor: supervisor.flatMap { getppid() == $0 ? $0 : nil }, restarts: restarts)
    let server = try StatusServer(note) { [self] in status(store, session) }
    defer { server.stop() }
    let cache = try provider == nil || store.access == .reading ? nil : CacheLimiter(store, limit: options.cacheLimit)
    let helpers = try MountHelpers(
      store, cache: cache, mountpoint: mountpoint.path, options: options, logger: logger,
      requests: { session.requestCount })
    defer { helpers.stop() }
    // It is mounted already: a program that looks in from here on waits for `run`.
    guard becomeReady(ready) else { return }
    if let contacts { provide(contacts, store) }
    try session.run()
  }

  /// Has the provider's thumbnails put into the cache where a program that makes some does not get the contents.
  private func askForThumbnails(_ provider: ProviderLink, _ session: MountSession) {
    let (cache, place) = (ThumbnailCache.ownFolder, mountpoint.path)
    session.setRefusedPicture { item in
      provider.noteThumbnailsWanted(
        ThumbnailQuestion([item], side: ThumbnailSize.large.side, cache: cache, mountpoints: [place]))
    }
  }

  /// Has the contacts of the domain's provider fetched, in a process of its own; its errors follow those of the mount.
  private func provide(_ contacts: ContactProviding, _ store: ItemStore) {
    // Not as root for the domain of somebody else.
    guard store.access == .changing, StoreOwner.user(of: store.directory) == getuid() else { return }
    do { try contacts.start() } catch { logger.error("contacts: \(error)") }
  }

  /// A user who could make root's mount honour set-ID bits and device nodes could become root.
  private func refusePrivileges(_ store: ItemStore) throws {
    guard options.keepsPrivileges else { return }
    guard getuid() == 0 else {
      throw CommandFailure(
        "mount", "only root may mount with “suid” or “dev”", remedy: "omit these options", status: .usage)
    }
    guard StoreOwner.user(of: store.directory) == 0 else {
      throw CommandFailure(
        "domain “\(domain)”", "owned by another user than root, so “suid” and “dev” are refused",
        remedy: "mount it with -o nosuid,nodev",
        status: .usage)
    }
  }

  /// What fails is done by the next opening of the domain.
  private func finish(_ store: ItemStore) {
    do { try store.finish() } catch { logger.error("the store was not closed cleanly: \(error)") }
  }

  /// Reports that the mount answers, to a service manager, too, and releases the caller's standard error.
  ///
  /// - Returns: Whether somebody still waited for that.
  private func becomeReady(_ descriptor: Int32?) -> Bool {
    ServiceManager.reportReady()
    guard let descriptor else {
      Console.say("domain “\(domain)” is mounted on \(mountpoint.path)")
      return true
    }
    guard BackgroundMount.becomeReady(descriptor, domain) else { return false }
    MountLog.keepShort(domain)
    return true
  }

  private func status(_ store: ItemStore, _ session: MountSession) -> MountStatus {
    let statistics = session.statistics
    let live = store.liveEnumerators
    return MountStatus(
      domain: domain.string, mountpoint: mountpoint.path, pid: Int(getpid()), since: since.rawValue / 1000,
      live: MountStatus.Live(
        root: live[.root] ?? 0, folder: live[.folder] ?? 0, document: live[.document] ?? 0,
        workingSet: live[.workingSet] ?? 0, trash: live[.trash] ?? 0),
      openFiles: statistics.openFiles, residentBytes: ResidentMemory.bytes,
      requests: statistics.requests.map {
        MountStatus.Request(
          operation: $0.operation, count: Int($0.count), p50Microseconds: $0.p50Microseconds,
          p99Microseconds: $0.p99Microseconds)
      }, passthrough: statistics.passthroughRefusal == nil, passthroughRefusal: statistics.passthroughRefusal)
  }
}
