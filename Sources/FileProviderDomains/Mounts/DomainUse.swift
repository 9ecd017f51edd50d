import FileProviderProcess
package import FileProviderProgram
import FileProviderStore
package import Foundation
import Glibc
import LinuxSystem

/// Finds out whether any process has a store open, whatever environment it runs in.
package enum DomainUse {
  /// Whether a store is open in any process.
  ///
  /// A provider's process without clients does not count as use: it is ended.
  package static func isInUse(_ store: URL) -> Bool {
    endProvider(store)
    return MountRegistry.lingering().contains { $0.isOf(store.path) } || StoreUse.isInUse(store)
  }

  /// Renames a domain's directory while it is not in use, and keeps others from starting to use it.
  ///
  /// - Throws: When somebody uses it; why it cannot be renamed.
  package static func rename(_ name: DomainName, to url: URL, failing verb: String) throws {
    let what = "domain “\(name)”"
    let directory = DomainDirectory.url(of: name)
    endProvider(directory)
    let isRenamed: Bool?
    do {
      isRenamed = try StoreUse.ifUnused(directory) { Glibc.rename(directory.path, url.path) == 0 }
    } catch { throw CommandFailure(what, error) }
    switch isRenamed {
    case true?: return
    case false?: throw CommandFailure(what, "cannot be \(verb): \(System.reason())")
    case nil: throw inUse(name)
    }
  }

  private static func endProvider(_ store: URL) {
    let deadline = Deadline.after(patience)
    guard let place = try? ProcessPlace(storeIn: store),
      let process = ProcessQuery.status(at: place, until: deadline)?.process,
      ProcessQuery.end(at: place, until: deadline)
    else { return }
    // It has the store open until it exits.
    _ = deadline.ask(every: .milliseconds(5)) { ProcessState.isGone(process) }
  }

  /// Ends a provider's process that was started with other settings, even with clients: a client that needs a process starts another.
  ///
  /// - Returns: The number of the process where it does not end.
  package static func restartProvider(_ store: URL) -> Int32? {
    guard let place = try? ProcessPlace(storeIn: store), let listener = ProcessQuery.listener(at: place) else {
      return nil
    }
    let process = listener.process
    let began = ProcessState(of: process)?.began
    ProcessSignal.send(SIGTERM, to: process, of: listener.user)
    // As long as it holds its lock, no other is started.
    let isGone = Deadline.after(patience).ask(every: .milliseconds(5)) { ProcessState.isGone(process, began: began) }
    return isGone ? nil : process
  }

  /// Has a provider's process read the domain's settings again. One that cannot is ended: the next one reads them.
  ///
  /// - Returns: The number of the process where it does not end.
  package static func notifyProvider(_ store: URL) -> Int32? {
    guard let place = try? ProcessPlace(storeIn: store) else { return nil }
    var outcome = ProcessQuery.Outcome.ended
    // One that is about to exit closes the connection, and then is not there any more.
    _ = Deadline.after(.seconds(1)).ask(every: .milliseconds(50)) {
      outcome = ProcessQuery.ask(.settings, at: place, until: .after(patience))
      return outcome != .ended
    }
    switch outcome {
    case .answered(.done, _), .nobody: return nil
    case .answered, .ended, .silent, .cancelled: return restartProvider(store)
    }
  }

  /// How long a provider may take to end.
  private static let patience = Duration.seconds(10)

  package static func inUse(_ name: DomainName) -> CommandFailure {
    CommandFailure("domain “\(name)”", "in use", remedy: "first end the mounts and commands that use it")
  }
}
