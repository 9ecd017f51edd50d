import FileProvider
import Foundation

/// A folder on the disk, named by `PROVIDER_FOLDER`. Its items have numbers, which they keep under another name and in another folder.
final class NumberedProvider: NSObject, NSFileProviderReplicatedExtension {
  private let index = NumberIndex(DiskFolder(named: "PROVIDER_FOLDER"))
  private let calls = CallQueue()
  private var timer: DispatchSourceTimer?
  private var told = 0

  required init(domain: NSFileProviderDomain) {
    super.init()
    // There is none at the provider.
    domain.supportsSyncingTrash = false
    let manager = NSFileProviderManager(for: domain)
    var isAway = false
    timer = calls.repeat(every: 0.3) { [unowned self] in
      let wasAway = isAway
      isAway = !index.folder.isThere
      if wasAway && !isAway { manager?.signalErrorResolved(NSFileProviderError(.serverUnreachable)) { _ in } }
      index.update()
      guard index.revision > told else { return }
      told = index.revision
      manager?.signalEnumerator(for: .workingSet) { _ in }
    }
  }

  func invalidate() { timer?.cancel() }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    calls.perform { [index] in
      do { completionHandler(try index.item(identifier), nil) } catch { completionHandler(nil, error) }
    }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    calls.perform { [self] in
      do {
        let path = try place(of: itemIdentifier)
        let item = try index.item(itemIdentifier)
        completionHandler(try index.folder.copy(of: path), item, nil)
      } catch { completionHandler(nil, nil, error) }
    }
  }

  func createItem(
    basedOn itemTemplate: NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    calls.perform { [self] in
      do {
        let path = DiskFolder.join(try place(of: itemTemplate.parentItemIdentifier), itemTemplate.filename)
        if let known = index.item(at: path) {
          let isFolder = known.contentType == .folder && itemTemplate.contentType == .folder
          let isDocument = known.documentSize != nil && itemTemplate.contentType != .symbolicLink
          guard options.contains(.mayAlreadyExist),
            isFolder || isDocument && index.folder.hasContents(of: url, at: path)
          else {
            throw NSError.fileProviderErrorForCollision(with: known)
          }
        } else {
          try index.folder.create(itemTemplate, at: path, contents: url)
        }
        calls.dieIfTrapped("createItem")
        let created = index.item(at: path)
        try calls.answer("createItem") { completionHandler(created, [], false, nil) }
      } catch { completionHandler(nil, [], false, error) }
    }
  }

  func modifyItem(
    _ item: NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?,
    options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, NSFileProviderItemFields, Bool, Error?) -> Void
  ) -> Progress {
    calls.perform { [self] in
      do {
        // What somebody else has changed is not taken for this change.
        let path = try place(of: item.itemIdentifier)
        if changedFields.contains(.contents) {
          try checkVersion(of: item, version, newContents)
          try index.folder.replaceContents(of: path, with: newContents, item)
          calls.dieIfTrapped("modifyItem half")
          index.update(path)
        }
        try index.folder.apply(changedFields, of: item, to: path)
        if !changedFields.isDisjoint(with: [.filename, .parentItemIdentifier]) {
          try move(path, item, changedFields)
        }
        calls.dieIfTrapped("modifyItem")
        index.update(try index.path(item.itemIdentifier), keepsContents: !changedFields.contains(.contents))
        let changed = try index.item(item.itemIdentifier)
        try calls.answer("modifyItem") { completionHandler(changed, [], false, nil) }
      } catch { completionHandler(nil, [], false, error) }
    }
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping (Error?) -> Void
  ) -> Progress {
    calls.perform { [self] in
      do {
        let path = try place(of: identifier)
        let item = try index.item(identifier)
        if !options.contains(.recursive), !index.folder.names(in: path).isEmpty {
          throw NSFileProviderError(.directoryNotEmpty)
        }
        if item.contentType != .folder, item.itemVersion.contentVersion != version.contentVersion {
          throw NSError.fileProviderErrorForRejectedDeletion(of: item)
        }
        try index.folder.remove(path)
        calls.dieIfTrapped("deleteItem")
        index.noteRemoval(of: path)
        try calls.answer("deleteItem") { completionHandler(nil) }
      } catch { completionHandler(error) }
    }
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> NSFileProviderEnumerator {
    if containerItemIdentifier == .trashContainer { throw CocoaError(.featureUnsupported) }
    return NumberedEnumerator(containerItemIdentifier, index, calls)
  }

  // MARK: The folder

  /// Where an item is now: somebody else may have moved it, or a folder above it.
  private func place(of identifier: NSFileProviderItemIdentifier) throws -> String {
    let path = try index.path(identifier)
    if path.isEmpty { return path }
    index.update(path)
    return try index.path(identifier)
  }

  private func checkVersion(
    of item: NSFileProviderItem, _ version: NSFileProviderItemVersion, _ contents: URL?
  ) throws {
    let known = try index.item(item.itemIdentifier)
    guard known.contentType != .symbolicLink, known.itemVersion.contentVersion != version.contentVersion,
      !index.folder.hasContents(of: contents, at: try index.path(item.itemIdentifier))
    else { return }
    throw NSFileProviderError(.localVersionConflictingWithServer)
  }

  private func move(_ path: String, _ item: NSFileProviderItem, _ fields: NSFileProviderItemFields) throws {
    var (parent, name) = (DiskFolder.folder(of: path), DiskFolder.name(of: path))
    if fields.contains(.filename) { name = item.filename }
    if fields.contains(.parentItemIdentifier) { parent = try place(of: item.parentItemIdentifier) }
    let new = DiskFolder.join(parent, name)
    if new == path { return }
    if let other = index.item(at: new) { throw NSError.fileProviderErrorForCollision(with: other) }
    try index.folder.move(path, to: new)
    index.noteMove(of: item.itemIdentifier, to: new)
  }
}
