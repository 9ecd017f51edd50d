import FileProvider
import FileProviderTesting
import Foundation
import Synchronization

/// A provider with one fault; but for that, it is a ``MemoryProvider``.
final class WrongProvider: NSObject, ForwardingProvider, Sendable {
  let base: MemoryProvider
  let fault: WrongFault
  let domain: NSFileProviderDomain
  /// The thumbnail of each document, if that is not to be of its contents.
  let picture: Data?
  /// Counts what is to be different each time.
  let counter = Atomic<Int>(0)
  let invalidated = Atomic<Int>(0)

  init(_ fault: WrongFault, picture: Data? = nil, domain: NSFileProviderDomain) {
    self.fault = fault
    self.picture = picture
    self.domain = domain
    let tree = MemoryTree([.folder("folder"), MemoryItem("a", contents: "a"), MemoryItem("b", in: "folder")])
    base = MemoryProvider(domain: domain, tree: tree)
    super.init()
  }

  convenience init(domain: NSFileProviderDomain) { self.init(.nothing, domain: domain) }

  func materializedItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    if fault != .silentOfMaterialized { completionHandler() }
  }

  func pendingItemsDidChange(completionHandler: @escaping @Sendable () -> Void) {
    if fault != .silentOfPending { completionHandler() }
  }

  /// An item as this provider tells of it.
  func shown(_ item: any NSFileProviderItem) -> any NSFileProviderItem {
    guard let object = item as? MemoryItemObject else { return item }
    return WrongItem(object.item, fault, count: counter.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    base.item(for: identifier, request: request) { [self] item, error in
      switch (fault, item) {
      case (.neverAnswers, _) where identifier.rawValue.hasSuffix("-unknown"): return
      case (.neitherItemNorError, nil): return completionHandler(nil, nil)
      case (.otherErrorForUnknown, nil): return completionHandler(nil, NSFileProviderError(.cannotSynchronize))
      case (.foreignErrorDomain, nil):
        return completionHandler(nil, NSError(domain: NSPOSIXErrorDomain, code: Int(ENOENT)))
      case (.otherItem, .some) where identifier != .rootContainer:
        return completionHandler(MemoryItemObject(MemoryItem("other")), nil)
      case (.otherRoot, .some) where identifier == .rootContainer:
        return completionHandler(MemoryItemObject(.folder("root")), nil)
      case (.answersTwice, .some): completionHandler(item.map(shown), error)
      default: break
      }
      completionHandler(item.map(shown), error)
    }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    guard fault != .forgetsCancelled, fault != .otherErrorForCancelled else {
      return fetchSlowly(itemIdentifier, request, completionHandler)
    }
    return base.fetchContents(for: itemIdentifier, version: requestedVersion, request: request) {
      [self] url, item, error in
      var (url, item) = (url, item.map(shown))
      switch fault {
      case .contentsAreFolder: url = FileManager.default.temporaryDirectory
      case .otherItemWithContents: item = MemoryItemObject(MemoryItem("other"))
      case .damagedContents:
        if let place = url, var bytes = try? Data(contentsOf: place), !bytes.isEmpty {
          bytes[0] ^= 1
          try? bytes.write(to: place)
        }
      default: break
      }
      completionHandler(url, item, error)
    }
  }

  /// Takes so long that it can be cancelled. The clock itself is meant.
  private func fetchSlowly(
    _ identifier: NSFileProviderItemIdentifier, _ request: NSFileProviderRequest,
    _ completion: @escaping @Sendable (URL?, (any NSFileProviderItem)?, (any Error)?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 1)
    let (base, fault) = (base, fault)
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.1)
      if progress.isCancelled {
        if fault == .otherErrorForCancelled { completion(nil, nil, NSFileProviderError(.cannotSynchronize)) }
        return
      }
      _ = base.fetchContents(for: identifier, version: nil, request: request, completionHandler: completion)
    }
    return progress
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator {
    if containerItemIdentifier == .trashContainer {
      if fault == .otherErrorForTrash { throw NSFileProviderError(.cannotSynchronize) }
      if fault == .trashableWithoutTrash { throw CocoaError(.featureUnsupported) }
    }
    let enumerator = try base.enumerator(for: containerItemIdentifier, request: request)
    return WrongEnumerator(enumerator, containerItemIdentifier, self)
  }
}
