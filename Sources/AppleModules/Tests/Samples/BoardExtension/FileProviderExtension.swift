import FileProvider
import os.log

@objc(FileProviderExtension)
class FileProviderExtension: NSObject, NSFileProviderReplicatedExtension {
  let logger = Logger(subsystem: Bundle.main.bundleIdentifier!, category: "extension")
  let domain: NSFileProviderDomain
  let backend: BoardBackend

  required init(domain: NSFileProviderDomain) {
    self.domain = domain
    self.backend = BoardBackend(domain: domain.identifier.rawValue)
    super.init()
  }

  func invalidate() {
  }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    // resolve the given identifier to a record in the model
    if identifier == .rootContainer {
      completionHandler(FileProviderItem(identifier: identifier), nil)
    } else if let entry = backend.entry(identifier.rawValue) {
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
    guard let entry = backend.entry(itemIdentifier.rawValue) else {
      completionHandler(nil, nil, NSFileProviderError(.noSuchItem))
      return Progress()
    }
    do {
      let url = try NSFileProviderManager(for: domain)!.temporaryDirectoryURL().appendingPathComponent(
        UUID().uuidString)
      try FileManager.default.copyItem(at: backend.contents(of: entry.id), to: url)
      completionHandler(url, FileProviderItem(entry), nil)
    } catch {
      completionHandler(nil, nil, error)
    }
    return Progress()
  }

  func createItem(
    basedOn itemTemplate: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    let parent = itemTemplate.parentItemIdentifier.rawValue
    guard itemTemplate.parentItemIdentifier == .rootContainer || backend.entry(parent) != nil else {
      completionHandler(
        nil, [], false,
        NSError.fileProviderErrorForNonExistentItem(withIdentifier: itemTemplate.parentItemIdentifier))
      return Progress()
    }
    if let existing = backend.children(of: parent).first(where: { $0.name == itemTemplate.filename }) {
      guard options.contains(.mayAlreadyExist) else {
        completionHandler(nil, [], false, NSError.fileProviderErrorForCollision(with: FileProviderItem(existing)))
        return Progress()
      }
      completionHandler(FileProviderItem(existing), [], false, nil)
      return Progress()
    }
    let entry = BoardBackend.Entry(
      id: UUID().uuidString, parent: parent, name: itemTemplate.filename, isFolder: itemTemplate.contentType! == .folder
    )
    do {
      completionHandler(FileProviderItem(try backend.save(entry, contents: url)), [], false, nil)
    } catch {
      completionHandler(nil, [], false, error)
    }
    return Progress()
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion version: NSFileProviderItemVersion, changedFields: NSFileProviderItemFields,
    contents newContents: URL?, options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    guard var entry = backend.entry(item.itemIdentifier.rawValue) else {
      completionHandler(
        nil, [], false, NSError.fileProviderErrorForNonExistentItem(withIdentifier: item.itemIdentifier))
      return Progress()
    }
    if changedFields.contains(.filename) { entry.name = item.filename }
    if changedFields.contains(.parentItemIdentifier) { entry.parent = item.parentItemIdentifier.rawValue }
    if changedFields.contains(.contentModificationDate), let date = item.contentModificationDate ?? nil {
      entry.modified = date
    }
    do {
      let saved = try backend.save(entry, contents: changedFields.contains(.contents) ? newContents : nil)
      completionHandler(FileProviderItem(saved), [], false, nil)
    } catch {
      completionHandler(nil, [], false, error)
    }
    return Progress()
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    if !backend.children(of: identifier.rawValue).isEmpty, !options.contains(.recursive) {
      completionHandler(NSFileProviderError(.directoryNotEmpty))
      return Progress()
    }
    do {
      try backend.remove(identifier.rawValue)
      completionHandler(nil)
    } catch {
      completionHandler(error)
    }
    return Progress()
  }

  func enumerator(for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest) throws
    -> NSFileProviderEnumerator
  {
    if containerItemIdentifier == .trashContainer {
      throw NSError(domain: NSCocoaErrorDomain, code: NSFeatureUnsupportedError, userInfo: [:])
    }
    return FileProviderEnumerator(enumeratedItemIdentifier: containerItemIdentifier, backend: backend)
  }
}
