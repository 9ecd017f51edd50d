import CFNetwork
import CoreServices
import FileProvider
import Network
import OSLog
import UniformTypeIdentifiers

extension UserDefaults {
  @objc dynamic var blockedProcesses: [String] { stringArray(forKey: "blockedProcesses") ?? [] }
}

extension NSFileProviderItemIdentifier {
  var entry: Int64 { self == .rootContainer ? 0 : Int64(rawValue) ?? -1 }
  init(entry: Int64) { self = entry == 0 ? .rootContainer : NSFileProviderItemIdentifier(String(entry)) }
}

@objc class LedgerItem: NSObject, NSFileProviderItem {
  let entry: Entry
  init(_ entry: Entry) { self.entry = entry }
  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(entry: entry.id) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(entry: entry.parent) }
  var filename: String { entry.name }
  var contentType: UTType {
    entry.isFolder ? .folder : UTType(filenameExtension: (entry.name as NSString).pathExtension) ?? .data
  }
  var capabilities: NSFileProviderItemCapabilities { .allowsAll.subtracting(.allowsTrashing) }
  var ownerNameComponents: PersonNameComponents? {
    let formatter = PersonNameComponentsFormatter()
    return formatter.personNameComponents(from: "Ann Miller")
  }
  var documentSize: NSNumber? { entry.isFolder ? nil : entry.size as NSNumber }
  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(contentVersion: Data(entry.digest.utf8), metadataVersion: Data("\(entry.version)".utf8))
  }
}

class LedgerExtension: NSObject, NSFileProviderReplicatedExtension {
  static let logger = Logger(subsystem: "org.example.ledger", category: "extension")
  let ledger: Ledger
  let manager: NSFileProviderManager
  let temporaryDirectoryURL: URL
  let monitor = NWPathMonitor()
  var observation: NSKeyValueObservation?

  required init(domain: NSFileProviderDomain) {
    manager = NSFileProviderManager(for: domain)!
    do {
      temporaryDirectoryURL = try manager.temporaryDirectoryURL()
      let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.ledger")!
      ledger = try Ledger(folder: group)
    } catch {
      fatalError("cannot begin: \(error)")
    }
    super.init()
    observation = UserDefaults.standard.observe(\.blockedProcesses, options: [.initial, .new]) { _, change in
      UserDefaults.standard.setValue(
        change.newValue ?? [], forKey: "NSFileProviderExtensionNonMaterializingProcessNames")
    }
    monitor.pathUpdateHandler = { [weak self] path in
      guard path.status == .satisfied else { return }
      self?.manager.signalEnumerator(for: .workingSet) { _ in }
    }
    monitor.start(queue: DispatchQueue(label: "org.example.ledger.network"))
  }

  func invalidate() {
    observation?.invalidate()
    monitor.cancel()
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    if identifier == .rootContainer {
      completionHandler(
        LedgerItem(Entry(id: 0, parent: 0, name: "Ledger", isFolder: true, size: 0, version: 0, digest: "")), nil)
    } else if let entry = try? ledger.entries("id = ?", [identifier.entry]).first {
      completionHandler(LedgerItem(entry), nil)
    } else {
      completionHandler(nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier))
    }
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    progress.performAsCurrent(withPendingUnitCount: 1) {
      do {
        guard let entry = try ledger.entries("id = ?", [itemIdentifier.entry]).first,
          let data = try ledger.content(entry.id)
        else {
          return completionHandler(nil, nil, NSFileProviderError(.noSuchItem))
        }
        let url = temporaryDirectoryURL.appendingPathComponent(UUID().uuidString)
        try data.write(to: url)
        completionHandler(url, LedgerItem(entry), nil)
      } catch { completionHandler(nil, nil, error) }
    }
    return progress
  }

  private func answer(
    _ completionHandler: (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void,
    _ work: () throws -> Entry?
  ) {
    do {
      guard let entry = try work() else { throw NSFileProviderError(.noSuchItem) }
      Self.logger.info("wrote \(entry.name, privacy: .public)")
      completionHandler(LedgerItem(entry), [], false, nil)
    } catch let error as LedgerError where error.code == 2067 {
      completionHandler(nil, [], false, NSFileProviderError(.filenameCollision))
    } catch { completionHandler(nil, [], false, error) }
  }

  func createItem(
    basedOn itemTemplate: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    answer(completionHandler) {
      guard try ledger.has(itemTemplate.parentItemIdentifier.entry) else { return nil }
      return try ledger.create(
        itemTemplate.filename, in: itemTemplate.parentItemIdentifier.entry,
        isFolder: itemTemplate.contentType == .folder, url.map { try Data(contentsOf: $0) })
    }
    return Progress()
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion version: NSFileProviderItemVersion, changedFields: NSFileProviderItemFields,
    contents newContents: URL?, options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    answer(completionHandler) {
      try ledger.update(
        item.itemIdentifier.entry, name: item.filename, parent: item.parentItemIdentifier.entry,
        content: newContents.map { try Data(contentsOf: $0) })
    }
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    do {
      guard try options.contains(.recursive) || ledger.isChildless(identifier.entry) else {
        throw NSFileProviderError(.directoryNotEmpty)
      }
      try ledger.remove(identifier.entry)
      completionHandler(nil)
    } catch { completionHandler(error) }
    return Progress()
  }

  func enumerator(for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest) throws
    -> NSFileProviderEnumerator
  {
    if containerItemIdentifier == .trashContainer { throw CocoaError(.featureUnsupported) }
    return LedgerEnumerator(container: containerItemIdentifier, ledger: ledger)
  }
}

class LedgerEnumerator: NSObject, NSFileProviderEnumerator {
  let container: NSFileProviderItemIdentifier
  let ledger: Ledger
  init(container: NSFileProviderItemIdentifier, ledger: Ledger) { (self.container, self.ledger) = (container, ledger) }
  func invalidate() {}

  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    do {
      let entries =
        container == .workingSet ? try ledger.entries() : try ledger.entries("parent = ?", [container.entry])
      observer.didEnumerate(entries.map(LedgerItem.init))
      observer.finishEnumerating(upTo: nil)
    } catch { observer.finishEnumeratingWithError(error) }
  }
}
