import FileProvider
import UniformTypeIdentifiers

/// A provider as an author writes it: two files in one folder, read-only, and every answer comes on the main queue.
final class GreetingProvider: NSObject, NSFileProviderReplicatedExtension, Sendable {
  let texts = ["hello.txt": "hello\n", "world.txt": "world, from the main queue\n"]

  /// Notes in the file `PROVIDER_RECORD`, if one is named, in which process it was made.
  required init(domain: NSFileProviderDomain) {
    guard let record = ProcessInfo.processInfo.environment["PROVIDER_RECORD"] else { return }
    let file = open(record, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let line = "\(getpid())\n"
    _ = write(file, line, line.utf8.count)
    close(file)
  }

  func invalidate() {}

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    let item = find(identifier)
    completionHandler(item, item == nil ? NSFileProviderError(.noSuchItem) : nil)
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    DispatchQueue.main.async { [self] in
      let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      guard let item = find(itemIdentifier), let text = texts[item.filename],
        (try? Data(text.utf8).write(to: url)) != nil
      else { return completionHandler(nil, nil, NSFileProviderError(.noSuchItem)) }
      completionHandler(url, item, nil)
    }
    return Progress()
  }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable (
        (any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, CocoaError(.featureUnsupported))
    return Progress()
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable (
        (any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress {
    completionHandler(nil, [], false, CocoaError(.featureUnsupported))
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    completionHandler(CocoaError(.featureUnsupported))
    return Progress()
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    switch containerItemIdentifier {
    case .rootContainer, .workingSet: return GreetingEnumerator(items: texts.keys.sorted().map(item))
    case .trashContainer: throw CocoaError(.featureUnsupported)
    default: throw NSFileProviderError(.noSuchItem)
    }
  }

  private func find(_ identifier: NSFileProviderItemIdentifier) -> GreetingItem? {
    if identifier == .rootContainer { return GreetingItem(name: nil, size: 0) }
    return texts[identifier.rawValue] == nil ? nil : item(identifier.rawValue)
  }

  private func item(_ name: String) -> GreetingItem { GreetingItem(name: name, size: texts[name]?.utf8.count ?? 0) }
}

/// One of the files, or the root when it has no name.
final class GreetingItem: NSObject, NSFileProviderItemProtocol, Sendable {
  let name: String?
  let size: Int

  init(name: String?, size: Int) {
    self.name = name
    self.size = size
  }

  var itemIdentifier: NSFileProviderItemIdentifier { name.map { NSFileProviderItemIdentifier($0) } ?? .rootContainer }
  var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var filename: String { name ?? "greetings" }
  var contentType: UTType { name == nil ? .folder : .plainText }
  var documentSize: NSNumber? { NSNumber(value: size) }
  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(contentVersion: Data([1]), metadataVersion: Data([1]))
  }
}

/// A listing that fits into one page and never changes.
final class GreetingEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  let items: [GreetingItem]

  init(items: [GreetingItem]) { self.items = items }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    // Handed over: this code does not use it from here on.
    nonisolated(unsafe) let observer = observer
    DispatchQueue.main.async { [items] in
      observer.didEnumerate(items)
      observer.finishEnumerating(upTo: nil)
    }
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    observer.finishEnumeratingChanges(upTo: anchor, moreComing: false)
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(NSFileProviderSyncAnchor(Data("one".utf8)))
  }
}
