import FileProvider
import os.log

@objc(FileProviderExtension)
class FileProviderExtension: NSObject, NSFileProviderReplicatedExtension {
  private let logger = Logger(subsystem: "org.example.notes", category: "extension")
  private let domain: NSFileProviderDomain
  private let notes: NoteShelf

  required init(domain: NSFileProviderDomain) {
    self.domain = domain
    self.notes = NoteShelf(account: domain.identifier.rawValue)
    super.init()
    logger.info("serving \(domain.displayName, privacy: .public)")
  }

  func invalidate() {
    logger.debug("invalidated")
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    guard let item = FileProviderItem(identifier: identifier, shelf: notes) else {
      completionHandler(nil, NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier))
      return Progress()
    }
    completionHandler(item, nil)
    return Progress()
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    let progress = Progress(totalUnitCount: 100)
    guard let manager = NSFileProviderManager(for: domain),
      let item = FileProviderItem(identifier: itemIdentifier, shelf: notes)
    else {
      completionHandler(nil, nil, NSFileProviderError(.noSuchItem))
      return progress
    }
    do {
      let url = try manager.temporaryDirectoryURL().appendingPathComponent(UUID().uuidString)
      try notes.text(of: itemIdentifier.rawValue).write(to: url, atomically: false, encoding: .utf8)
      progress.completedUnitCount = 100
      completionHandler(url, item, nil)
    } catch {
      logger.error("fetch of \(itemIdentifier.rawValue) failed: \(error.localizedDescription, privacy: .public)")
      completionHandler(nil, nil, error)
    }
    return progress
  }

  func createItem(
    basedOn itemTemplate: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    guard itemTemplate.contentType! != .folder, itemTemplate.parentItemIdentifier == .rootContainer else {
      completionHandler(
        nil, [], false, NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError, userInfo: [:]))
      return Progress()
    }
    let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    let name = notes.add(named: itemTemplate.filename, text: text)
    completionHandler(FileProviderItem(identifier: NSFileProviderItemIdentifier(name), shelf: notes), [], false, nil)
    return Progress()
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion version: NSFileProviderItemVersion, changedFields: NSFileProviderItemFields,
    contents newContents: URL?, options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    if changedFields.contains(.contents), let newContents {
      notes.set((try? String(contentsOf: newContents, encoding: .utf8)) ?? "", of: item.itemIdentifier.rawValue)
    }
    if changedFields.contains(.filename) {
      notes.rename(item.itemIdentifier.rawValue, to: item.filename)
    }
    completionHandler(FileProviderItem(identifier: item.itemIdentifier, shelf: notes), [], false, nil)
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    notes.remove(identifier.rawValue)
    completionHandler(nil)
    return Progress()
  }

  func enumerator(for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest) throws
    -> NSFileProviderEnumerator
  {
    guard containerItemIdentifier != .trashContainer else { throw CocoaError(.featureUnsupported) }
    return FileProviderEnumerator(enumeratedItemIdentifier: containerItemIdentifier, shelf: notes)
  }
}
