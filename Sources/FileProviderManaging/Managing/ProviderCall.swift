package import FileProviderDomains
package import FileProviderInterface
import FileProviderProcess
import FileProviderProgram
import FileProviderStore
import Foundation
import LinuxSystem

/// One call of a manager to the process of a domain's provider, which is started where it does not run.
package struct ProviderCall {
  let domain: DomainName
  package let directory: URL

  package init(domain: DomainName, directory: URL) {
    self.domain = domain
    self.directory = directory
  }

  /// How long the process may take to listen.
  private static let patience = Duration.seconds(60)
  /// So many processes may end while they are asked.
  private static let mostLosses = 2

  /// Asks, and waits for the answer.
  ///
  /// - Throws: The provider's error; `serverUnreachable` where there is no process.
  package func perform(_ call: NSFileProviderManager.Call) throws {
    guard let payload = call.payload else { throw CocoaError(.fileWriteInvalidFileName) }
    let place = try ProcessPlace(storeIn: directory)
    let deadline = Deadline.after(Self.patience)
    var process: ChildProcess?
    var losses = 0
    while true {
      switch ProcessQuery.ask(.manage, payload, at: place, until: .never) {
      case .answered(.done, _): return
      case .answered(.failed(let error), _): throw error.error
      case .answered(.notUnderstood, _): throw CocoaError(.featureUnsupported)
      case .ended, .silent, .cancelled:
        losses += 1
        guard losses < Self.mostLosses else { throw Self.unreachable("the process exits when called") }
      case .nobody:
        if let running = process, running.reap() != nil { process = nil }
        if process == nil { process = try start() }
        guard !deadline.hasPassed else { throw Self.unreachable("the process does not accept connections") }
        _ = Deadline.after(.milliseconds(20)).ask(every: .milliseconds(20)) { false }
      }
    }
  }

  private func start() throws -> ChildProcess {
    let store = try LentStores.store(in: directory) ?? DomainDirectory.open(domain)
    let logger = HostLogging.logger("manager", isVerbose: false)
    do {
      return try MountProvider(domain: domain, store: store, isForeground: false, logger: logger).startProcess()
    } catch { throw Self.unreachable("\(error)") }
  }

  private static func unreachable(_ reason: String) -> NSError {
    NSError(
      domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.serverUnreachable.rawValue,
      userInfo: [NSLocalizedDescriptionKey: "provider process: \(reason)"])
  }
}
