package import FileProviderProcess
import FileProviderProgram
package import FileProviderStore
import Foundation
import Glibc
import LinuxSystem
package import Logging

/// The way of a mount to the process of its domain's provider.
package struct MountProvider {
  package let domain: DomainName
  package let store: ItemStore
  /// Where the process's output goes: to the mount's standard error, or to the log.
  let isForeground: Bool
  package let logger: Logger

  package init(domain: DomainName, store: ItemStore, isForeground: Bool, logger: Logger) {
    self.domain = domain
    self.store = store
    self.isForeground = isForeground
    self.logger = logger
  }

  /// How long a mount waits for the process that makes a domain the provider's. Any other mount does not wait: it shows what is there.
  private static let patience = Duration.seconds(60)

  /// Links the mount to the process, and starts it where it does not run.
  ///
  /// - Returns: `nil` for a local domain, and on a read-only disk.
  package func link() throws -> ProviderLink? {
    let owner = try ProviderDomain(domain).provider(store)
    guard store.access == .changing else { return nil }
    guard let program = try program(owner) else { return nil }
    let place: ProcessPlace
    let link: ProviderLink
    do {
      place = try ProcessPlace(storeIn: store.directory)
      let timing = LinkTiming()
      link = try ProviderLink(
        place, timing: timing, logger: logger, launch: { [self] in try launch(program, place) },
        isBlocked: { store.isBlocked(for: timing.blockedAfter) })
    } catch { throw CommandFailure("domain “\(domain)”", "provider: \(error)") }
    link.start()
    // Until then the store does not know what it lacks.
    if owner == nil, let reason = link.waitUntilReady(until: .after(Self.patience)) {
      link.close()
      throw CommandFailure("domain “\(domain)”", "provider process: \(reason)", status: .unavailable)
    }
    return link
  }

  // MARK: The program

  struct Program {
    var path: String
    /// Whether it is this program.
    var isOwn: Bool
  }

  /// - Returns: `nil` for a local domain.
  func program(_ owner: String?) throws -> Program? {
    if HostProgram.current.makeReplica != nil {
      try ProviderDomain(domain).check(store)
      return Program(path: ProviderProgram.own ?? "/proc/self/exe", isOwn: true)
    }
    guard let owner else { return nil }
    if CarriedProvider.serves(owner) { return Program(path: ProviderProgram.own ?? "/proc/self/exe", isOwn: true) }
    let recorded = try store.readCommitted { (reader) throws(StoreError) in try reader.setting(ProviderProgram.setting)
    }
    guard let recorded else { throw refusal(owner, "the path of its program is unknown") }
    if let problem = ProviderProgram.problem(recorded, owner: try ownerNumber()) {
      throw refusal(owner, "refusing to run its program: \(problem)")
    }
    return Program(path: recorded, isOwn: false)
  }

  private func ownerNumber() throws -> uid_t {
    do { return try ProcessPlace(storeIn: store.directory).owner } catch {
      throw CommandFailure("domain “\(domain)”", "\(error)")
    }
  }

  private func refusal(_ owner: String, _ reason: String) -> CommandFailure {
    CommandFailure(
      "domain “\(domain)”", "belongs to the provider “\(owner)”, and \(reason)",
      remedy: "mount the domain with that provider's program", status: .unavailable)
  }

  /// Starts the process: as the store's owner, by way of this program where root starts it for somebody else.
  func launch(_ program: Program, _ place: ProcessPlace) throws -> ChildProcess {
    // It may have been replaced since the mount began.
    if !program.isOwn, let problem = ProviderProgram.problem(program.path, owner: place.owner) {
      throw CommandFailure(program.path, "refusing to run it: \(problem)")
    }
    let isOwners = geteuid() == place.owner
    let words = ["provider-host", "--domain", domain.string, "--store", place.directory.path]
    var launch: ProcessLaunch
    if isOwners {
      launch = ProcessLaunch(program.path, words: [program.path] + words)
    } else {
      launch = ProcessLaunch(
        "/proc/self/exe", words: [CommandLine.arguments[0]] + words + ["--program", program.path])
    }
    launch.input = .null
    launch.group = .session
    // A terminal of root's is not for programs of others, who could read there.
    if isForeground && isOwners {
      launch.output = .descriptor(STDERR_FILENO)
      return try launch.start()
    }
    let log = MountLog.open(domain)
    launch.output = .descriptor(log.number)
    launch.errors = .descriptor(log.number)
    // What root starts for another user is our own program, which perhaps only root can run.
    let prepared = launch
    return try FileIdentity.asProcess { () throws(Errno) in try prepared.start() }
  }
}
