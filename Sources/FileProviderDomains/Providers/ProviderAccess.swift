package import FileProviderProcess
import FileProviderProgram
package import FileProviderStore
import Glibc
package import LinuxSystem

/// A command's way to the process of a domain's provider: starts it where it does not run, and has it stay while the command works.
package final class ProviderAccess: Sendable {
  package let store: ItemStore
  private let name: DomainName
  private let place: ProcessPlace
  private let link: ProviderLink

  /// How long the process may take to start.
  private static let patience = Duration.seconds(60)

  /// - Parameters:
  ///   - patience: How long the process may take to start.
  ///   - deadline: When the command gives up.
  /// - Throws: `CommandFailure`, with the status 69 when the domain is a local one, or there is no process and none can be started; `CommandEnd` on an
  ///   interruption.
  package init(
    _ name: DomainName, _ store: ItemStore, patience: Duration = patience, until deadline: Deadline = .never
  ) throws {
    self.name = name
    self.store = store
    let logger = HostLogging.logger("command", isVerbose: false)
    guard let link = try MountProvider(domain: name, store: store, isForeground: false, logger: logger).link() else {
      let isLocal = try ProviderDomain(name).provider(store) == nil
      throw Self.failure(
        name, isLocal ? "a local domain has no provider" : "its disk is read-only")
    }
    self.link = link
    do { place = try ProcessPlace(storeIn: store.directory) } catch {
      link.close()
      throw CommandFailure("domain “\(name)”", "\(error)")
    }
    if Interruption.isWatched { Interruption.watch { [weak link] in link?.close() } }
    // One that runs answers at once.
    let limit = max(min(deadline, .after(patience)), .after(.seconds(1)))
    if let reason = link.waitUntilReady(until: limit) {
      close()
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      if deadline.hasPassed {
        throw CommandFailure("domain “\(name)”", "its provider's process did not start within the time limit")
      }
      throw Self.failure(name, "its provider's process is not running: \(reason)")
    }
  }

  deinit { link.close() }

  /// Disconnects from the process, which soon exits if it has no other client.
  private func close() {
    link.close()
  }

  private static func failure(_ name: DomainName, _ reason: String) -> CommandFailure {
    CommandFailure("domain “\(name)”", reason, status: .unavailable)
  }

  /// Asks the process, and waits for the answer, also while the process is started again.
  ///
  /// - Returns: Its answer, done or failed; `nil` after the time limit.
  /// - Throws: `CommandEnd` on an interruption; `CommandFailure` with the status 69 when there is no process any more, or its program does not know the
  ///   question.
  package func ask(_ kind: Frame.Kind, _ payload: [UInt8], until deadline: Deadline) throws -> Answer? {
    var (losses, absences) = (0, 0)
    while true {
      let outcome = ProcessQuery.ask(kind, payload, at: place, until: deadline) { Interruption.hasCome }
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      switch outcome {
      case .answered(.notUnderstood, _):
        throw CommandFailure(
          "domain “\(name)”", "its provider's process runs another version of the program, which cannot do this",
          remedy: "unmount all mounts of the domain to end that process", status: .unavailable)
      case .answered(let answer, _): return answer
      case .silent, .cancelled: return nil
      case .ended: losses += 1
      case .nobody:
        // The link has not noticed that yet.
        absences += 1
        usleep(50_000)
      }
      let reason = link.waitUntilBack(until: min(deadline, .after(Self.patience)))
      if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
      if deadline.hasPassed { return nil }
      if let reason { throw Self.failure(name, "its provider's process is not running: \(reason)") }
      guard losses < Self.mostLosses, absences < Self.mostAbsences else {
        throw Self.failure(name, "its provider's process keeps exiting")
      }
    }
  }

  private static let mostLosses = 4
  /// How often there may be no process although the link is connected to one.
  private static let mostAbsences = 100

  /// How the process is.
  var status: ProcessStatus? { ProcessQuery.status(at: place, until: .after(.milliseconds(200))) }

  /// Asks for something that the store lacks, as a mount does.
  func begin(
    _ subject: SourceSubject, whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> SourceTicket {
    link.begin(subject, for: SourceAsker(executable: ProviderProgram.own), whenDone: whenDone)
  }

  func withdraw(_ ticket: SourceTicket) { link.withdraw(ticket) }
}
