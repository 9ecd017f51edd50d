import FileProviderProcess
import FileProviderProgram
package import FileProviderStore
package import LinuxSystem
import Synchronization

/// A domain's items for a command. Lists folders that were never listed, and downloads missing contents.
///
/// The provider's process is asked, and started, only when something is missing. In a local domain nothing ever is.
package final class ProvidedItems: Sendable {
  private let name: DomainName
  private let store: ItemStore
  private let provider = Mutex<ProviderAccess?>(nil)

  init(_ name: DomainName, _ store: ItemStore) {
    self.name = name
    self.store = store
  }

  /// The way to the provider's process.
  ///
  /// - Throws: As the initializer of `ProviderAccess`.
  package func access(until deadline: Deadline = .never) throws -> ProviderAccess {
    if let access = provider.withLock({ $0 }) { return access }
    let access = try ProviderAccess(name, store, until: deadline)
    provider.withLock { $0 = access }
    return access
  }

  /// Lists the folders on the way to an item that were never listed, so that it is found if the provider has it.
  package func list(onTheWayTo path: ItemPath) throws {
    let isFound = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(path.path) != nil }
    guard !isFound, !path.isRoot else { return }
    for count in 0..<path.names.count {
      let prefix = "/" + path.names.prefix(count).joined(separator: "/")
      let item = try store.readCommitted { (reader) throws(StoreError) in try reader.resolve(prefix) }
      guard let item, item.isFolder else { return }
      try list(item, prefix)
    }
  }

  /// Lists a folder, if it was never listed.
  ///
  /// - Parameter path: Its name in messages.
  package func list(_ folder: ItemAttributes, _ path: String) throws {
    guard folder.isFolder, folder.flags.contains(.unlisted), try isProvided else { return }
    try access().load(.listing(folder.id), path)
  }

  /// Downloads a document's contents, if they are missing.
  ///
  /// - Returns: The document as it is then.
  package func downloadContents(of document: ItemAttributes, _ path: String) throws -> ItemAttributes {
    guard document.flags.contains(.dataless), try isProvided else { return document }
    try access().load(.contents(document.id), path)
    let item = try store.readCommitted { (reader) throws(StoreError) in try reader.item(document.id) }
    guard let item else { throw CommandFailure(path, "deleted meanwhile") }
    return item
  }

  private var isProvided: Bool {
    get throws { try ProviderDomain(name).provider(store) != nil && store.access == .changing }
  }
}

extension ProviderAccess {
  /// Requests a listing or contents from the process, and waits, with a progress line on a terminal.
  ///
  /// - Parameter path: Its name in messages.
  /// - Throws: `CommandFailure` with the provider's own words; `CommandEnd` on an interruption.
  package func load(_ subject: SourceSubject, _ path: String) throws {
    let answer = Monitor<Result<Void, any Error>?>(nil)
    let ticket = begin(subject) { result in answer.withLock { $0 = result } }
    defer { ProgressLine.clear() }
    while true {
      if let result = answer.wait(until: .after(.milliseconds(200)), for: { $0 }) {
        do { return try result.get() } catch {
          // The interruption has ended the link.
          if Interruption.hasCome { throw CommandEnd(status: .interrupted) }
          throw failure(error, path)
        }
      }
      if Interruption.hasCome {
        withdraw(ticket)
        throw CommandEnd(status: .interrupted)
      }
      showProgress(of: subject, path)
    }
  }

  private func showProgress(of subject: SourceSubject, _ path: String) {
    guard Console.isTerminal else { return }
    switch subject {
    case .contents(let item):
      let download = status?.details?.downloads.first { $0.item == item }
      let bytes = download.map { ", \(HumanText.size($0.completed)) of \(HumanText.size($0.total))" } ?? ""
      ProgressLine.show("\(path): downloading\(bytes)")
    default: ProgressLine.show("\(path): listing")
    }
  }

  private func failure(_ error: any Error, _ path: String) -> CommandFailure {
    let sent = SentError(error)
    let remedy = try? store.readCommitted { (reader) throws(StoreError) in
      try ProviderProblem.remedy(sent.domain, sent.code, reader)
    }
    return CommandFailure(path, "the provider cannot deliver it: \(sent.description)", remedy: remedy)
  }
}
