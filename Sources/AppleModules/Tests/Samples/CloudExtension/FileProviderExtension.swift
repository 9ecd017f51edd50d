import FileProvider
import os

@objc(FileProviderExtension)
class FileProviderExtension: NSObject, NSFileProviderReplicatedExtension {
  static let logger = Logger(subsystem: "org.example.cloud", category: "extension")
  let domain: NSFileProviderDomain
  let manager: NSFileProviderManager
  let model: CloudModel
  let client: CloudClient

  required init(domain: NSFileProviderDomain) {
    self.domain = domain
    self.manager = NSFileProviderManager(for: domain)!
    self.model = CloudModel(domain: domain.identifier.rawValue)
    self.client = CloudClient(account: Account.load())
    super.init()
    Self.logger.log(level: .info, "serving \(domain.displayName, privacy: .public)")
  }

  func invalidate() {
    client.invalidate()
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    if identifier == .rootContainer {
      completionHandler(FileProviderItem(identifier: identifier), nil)
    } else if let entry = model.entry(identifier.rawValue) {
      completionHandler(FileProviderItem(entry), nil)
    } else {
      completionHandler(nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier))
    }
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 100)
    progress.kind = .file
    progress.fileOperationKind = .downloading
    guard let entry = model.entry(itemIdentifier.rawValue), let folder = try? manager.temporaryDirectoryURL() else {
      completionHandler(nil, nil, NSFileProviderError(.noSuchItem))
      return progress
    }
    let url = folder.appendingPathComponent(UUID().uuidString)
    let task = client.download(entry.id, to: url) { error in
      if let error = error {
        Self.logger.error("\(entry.id, privacy: .public): \(error.localizedDescription)")
        completionHandler(nil, nil, error.asProviderError)
      } else {
        completionHandler(url, FileProviderItem(entry), nil)
      }
    }
    if let task = task {
      progress.addChild(task.progress, withPendingUnitCount: 100)
      manager.register(task, forItemWithIdentifier: itemIdentifier) { _ in }
    }
    progress.cancellationHandler = { task?.cancel() }
    return progress
  }

  func enumerator(for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest) throws
    -> NSFileProviderEnumerator
  {
    if containerItemIdentifier == .trashContainer {
      throw NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError, userInfo: [:])
    }
    return FileProviderEnumerator(enumeratedItemIdentifier: containerItemIdentifier, backend: model)
  }
}

extension Error {
  /// What the system understands of an error of the network or of the server.
  var asProviderError: Error {
    switch self as Error {
    case CloudClient.Failure.notLoggedIn, CloudClient.Failure.status(401): return NSFileProviderError(.notAuthenticated)
    case CloudClient.Failure.status(404): return NSFileProviderError(.noSuchItem)
    case CloudClient.Failure.status(507): return NSFileProviderError(.insufficientQuota)
    case let error as URLError where error.code == .cancelled: return CocoaError(.userCancelled)
    default: return NSFileProviderError(.serverUnreachable)
    }
  }
}
