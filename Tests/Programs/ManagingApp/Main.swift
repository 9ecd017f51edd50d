import FileProvider
import FileProviderHost
import Foundation

/// An app with a provider in another program, as its author writes it: `ManagingApp IDENTIFIER PROGRAM CALL [DOMAIN [ARGUMENT]]`.
///
/// Prints what the call returns, or the domain and code of its error.
@main struct Main {
  static func main() async {
    let words = CommandLine.arguments
    do {
      try FileProviderHost.manageDomains(ofProvider: words[1], program: URL(fileURLWithPath: words[2]))
      let domain = words.count > 4 ? words[4] : ""
      try await call(words[3], domain, words.count > 5 ? words[5] : "")
    } catch {
      print((error as NSError).domain, (error as NSError).code)
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func call(_ name: String, _ domainName: String, _ argument: String) async throws {
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(domainName), displayName: "The “\(domainName)”")
    switch name {
    case "add", "hide":
      domain.isHidden = name == "hide"
      domain.userInfo = ["account": argument]
      try await NSFileProviderManager.add(domain)
    case "import": try await NSFileProviderManager.import(domain, fromDirectoryAt: URL(fileURLWithPath: argument))
    case "remove":
      let mode = NSFileProviderManager.DomainRemovalMode(rawValue: Int(argument) ?? 0) ?? .removeAll
      print(try await NSFileProviderManager.remove(domain, mode: mode)?.path ?? "nothing kept")
    case "remove-all": try await NSFileProviderManager.removeAllDomains()
    case "domains":
      for domain in try await NSFileProviderManager.domains() {
        print(domain.identifier.rawValue, domain.displayName, domain.userInfo?["account"] ?? "", domain.isDisconnected)
      }
    case "identify":
      let (item, owner) = try await NSFileProviderManager.identifierForUserVisibleFile(
        at: URL(fileURLWithPath: argument))
      print(item.rawValue, owner.rawValue)
    default:
      guard let manager = NSFileProviderManager(for: domain) else { throw NSFileProviderError(.providerDomainNotFound) }
      try await call(name, manager, NSFileProviderItemIdentifier(argument))
    }
  }

  private static func call(
    _ name: String, _ manager: NSFileProviderManager, _ item: NSFileProviderItemIdentifier
  ) async throws {
    switch name {
    case "url": print(try await manager.getUserVisibleURL(for: item).path)
    case "evict": try await manager.evictItem(identifier: item)
    case "download": try await manager.requestDownloadForItem(withIdentifier: item)
    case "signal": try await manager.signalEnumerator(for: .workingSet)
    case "stabilize": try await manager.waitForStabilization()
    case "disconnect": try await manager.disconnect(reason: "an update")
    case "reconnect": try await manager.reconnect()
    case "temporary": print(try manager.temporaryDirectoryURL().path)
    case "state": print(try manager.stateDirectoryURL().path)
    case "materialized": list(manager.enumeratorForMaterializedItems())
    case "pending": list(manager.enumeratorForPendingItems())
    case "materialized-anchor": await tellAnchor(of: manager.enumeratorForMaterializedItems())
    case "pending-anchor": await tellAnchor(of: manager.enumeratorForPendingItems())
    case "materialized-changes": changes(of: manager.enumeratorForMaterializedItems(), from: item.rawValue)
    case "pending-changes": changes(of: manager.enumeratorForPendingItems(), from: item.rawValue)
    case "pending-facts":
      let pending = manager.enumeratorForPendingItems()
      list(pending)
      print(pending.refreshInterval, pending.isMaximumSizeReached, pending.domainVersion == nil)
    case "progress": print(manager.globalProgress(for: .uploading).completedUnitCount)
    default: exit(64)
    }
  }

  private static func list(_ enumerator: any NSFileProviderEnumerator) {
    enumerator.enumerateItems(for: Printer(), startingAt: NSFileProviderPage(Data()))
  }
}

extension Main {
  private static func tellAnchor(of enumerator: any NSFileProviderEnumerator) async {
    let anchor = await enumerator.currentSyncAnchor()
    print(anchor.map { String(decoding: $0.rawValue, as: UTF8.self) } ?? "none")
  }

  private static func changes(of enumerator: any NSFileProviderEnumerator, from anchor: String) {
    enumerator.enumerateChanges(for: ChangePrinter(), from: NSFileProviderSyncAnchor(Data(anchor.utf8)))
  }
}

/// Prints what came, what went, and the anchor at the end.
final class ChangePrinter: NSObject, NSFileProviderChangeObserver {
  func didUpdate(_ updatedItems: [any NSFileProviderItem]) {
    for item in updatedItems { print("+", item.itemIdentifier.rawValue) }
  }

  func didDeleteItems(withIdentifiers identifiers: [NSFileProviderItemIdentifier]) {
    for identifier in identifiers { print("-", identifier.rawValue) }
  }

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    print(String(decoding: anchor.rawValue, as: UTF8.self))
  }

  func finishEnumeratingWithError(_ error: any Error) { print((error as NSError).domain, (error as NSError).code) }
}

/// Prints the names of what it gets.
final class Printer: NSObject, NSFileProviderEnumerationObserver {
  func didEnumerate(_ updatedItems: [any NSFileProviderItem]) {
    for item in updatedItems {
      print(item.filename, item.uploadingError.map { $0.map { "\(($0 as NSError).code)" } ?? "" } ?? "")
    }
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {}
  func finishEnumeratingWithError(_ error: any Error) { print((error as NSError).domain, (error as NSError).code) }
}
