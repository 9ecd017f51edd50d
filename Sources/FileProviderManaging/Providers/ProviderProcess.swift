import FileProviderCopying
package import FileProviderDomains
import FileProviderInterface
package import FileProviderProcess
import FileProviderProgram
import FileProviderReplica
import FileProviderStore
import Glibc
import LinuxSystem
import Logging

/// The process of a domain's provider, from start to end.
package struct ProviderProcess {
  private let domain: DomainName
  private let place: ProcessPlace
  private let logger = HostLogging.logger("provider", isVerbose: false)

  package init(_ domain: DomainName, _ place: ProcessPlace) {
    self.domain = domain
    self.place = place
  }

  /// Runs until it has no more clients, or until it is asked to end. If another process runs already, it returns at once.
  package func run() throws {
    MountLog.keepShort(domain)
    guard let lock = try system({ () throws(Errno) in try ProcessLock(place) }) else { return }
    // From here on a client waits for the provider, instead of starting another process.
    let server = try system { () throws(Errno) in try ProviderServer(place, lock, logger: logger) }
    Interruption.watch { server.stop() }
    let store: ItemStore
    do { store = try ItemStore(directory: place.directory) } catch { throw CommandFailure("domain “\(domain)”", error) }
    defer { finish(store) }
    try ProviderDomain(domain).check(store)
    LentStores.lend(store)
    DomainFolder.emptyTemporary(in: place.directory)
    let carried = try CarriedProvider(of: store, domain)
    let makeReplica = try self.makeReplica(carried)
    let named = try DomainRecord(domain, store).domain
    let replica = makeReplica(store, named, HostLogging.logger("replica", isVerbose: false))
    defer { replica.stopAndWait() }
    let notices = UserNotices(domain, store, replica)
    defer { notices?.stop() }
    notices?.start(replica)
    replica.whenProviderHangs { [logger] in
      logger.error("the provider did not answer a cancelled call; replacing its process")
      // Whatever the provider is stuck in.
      alarm(Self.longestEnd)
      server.stop()
      return true
    }
    let network = MeteredNetwork()
    defer { network?.stop() }
    network?.start { [weak replica] in replica?.noteNetwork(isMetered: $0) }
    let sleep = SleepDelay("upload changes")
    defer { sleep?.stop() }
    try replica.startAndWait()
    sleep?.start { [weak replica] in replica?.pushWhatIsPossible(until: .after(Self.timeBeforeSleep)) }
    try recordProgram(in: store)
    server.run(
      HostedReplica(
        replica, store, logger: logger, readOwnSettings: { [domain] in try carried?.readLimits(of: store, domain) }))
    withExtendedLifetime(lock) {}
  }

  /// How many seconds a process that is replaced may take for its end.
  private static let longestEnd: UInt32 = 30

  /// How long an upload may delay the machine's sleep. logind waits for five seconds.
  private static let timeBeforeSleep = Duration.seconds(4)

  /// This program's provider, or the one that the command carries.
  private func makeReplica(
    _ carried: CarriedProvider?
  ) throws -> @Sendable (ItemStore, NSFileProviderDomain, Logger) -> Replica {
    if let own = HostProgram.current.makeReplica { return own }
    if let carried { return carried.makeReplica }
    throw CommandFailure("domain “\(domain)”", "this program contains no provider", status: .unavailable)
  }

  private func system<Result>(_ body: () throws(Errno) -> Result) throws -> Result {
    do throws(Errno) { return try body() } catch {
      throw CommandFailure("domain “\(domain)”", "provider process: \(error)")
    }
  }

  /// Notes which program this is, for programs without a provider that mount the domain.
  private func recordProgram(in store: ItemStore) throws(StoreError) {
    guard let path = ProviderProgram.own else { return }
    let recorded = try store.readCommitted { (reader) throws(StoreError) in try reader.setting(ProviderProgram.setting)
    }
    guard recorded != path else { return }
    try store.change(author: Replica.author) { (transaction) throws(StoreError) in
      try transaction.changeSetting(ProviderProgram.setting, to: path)
    }
  }

  private func finish(_ store: ItemStore) {
    do { try store.finish() } catch { logger.error("the store was not closed cleanly: \(error)") }
  }
}
