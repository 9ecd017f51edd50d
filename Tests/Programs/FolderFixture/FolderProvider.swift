import FileProvider
import Foundation

/// A folder on the disk, named by `PROVIDER_FOLDER`. An item's identifier is its path, so everything in a folder that is renamed has another
/// identifier afterwards.
final class FolderProvider: NSObject, NSFileProviderReplicatedExtension {
  private let folder = DiskFolder(named: "PROVIDER_FOLDER")
  private let calls = CallQueue()
  private let changes: FolderChanges
  private var timer: DispatchSourceTimer?

  required init(domain: NSFileProviderDomain) {
    changes = FolderChanges(folder)
    super.init()
    // There is none at the provider.
    domain.supportsSyncingTrash = false
    let manager = NSFileProviderManager(for: domain)
    var isAway = false
    timer = calls.repeat(every: 0.3) { [folder, changes] in
      let wasAway = isAway
      isAway = !folder.isThere
      if wasAway && !isAway { manager?.signalErrorResolved(NSFileProviderError(.serverUnreachable)) { _ in } }
      if changes.hasNews { manager?.signalEnumerator(for: .workingSet) { _ in } }
    }
  }

  func invalidate() { timer?.cancel() }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping (NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    calls.perform { [self] in
      do { completionHandler(try item(identifier), nil) } catch { completionHandler(nil, error) }
    }
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier, version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest, completionHandler: @escaping (URL?, NSFileProviderItem?, Error?) -> Void
  ) -> Progress {
    calls.perform { [self] in
      do {
        let item = try item(itemIdentifier)
        completionHandler(try folder.copy(of: itemIdentifier.path), item, nil)
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
        let parent = try item(itemTemplate.parentItemIdentifier).itemIdentifier
        let path = DiskFolder.join(parent.path, itemTemplate.filename)
        changes.willChange(path)
        if folder.facts(path) == nil {
          try folder.create(itemTemplate, at: path, contents: url)
        } else {
          let known = try item(NSFileProviderItemIdentifier(path: path))
          let isFolder = known.contentType == .folder && itemTemplate.contentType == .folder
          let isDocument = known.documentSize != nil && itemTemplate.contentType != .symbolicLink
          guard options.contains(.mayAlreadyExist), isFolder || isDocument && folder.hasContents(of: url, at: path)
          else {
            throw NSError.fileProviderErrorForCollision(with: known)
          }
        }
        calls.dieIfTrapped("createItem")
        let created = try item(NSFileProviderItemIdentifier(path: path))
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
        var path = try self.item(item.itemIdentifier).itemIdentifier.path
        changes.willChange(path)
        if changedFields.contains(.contents) {
          try checkVersion(of: path, version, newContents)
          try folder.replaceContents(of: path, with: newContents, item)
          calls.dieIfTrapped("modifyItem half")
        }
        try folder.apply(changedFields, of: item, to: path)
        if !changedFields.isDisjoint(with: [.filename, .parentItemIdentifier]) {
          path = try move(path, item, changedFields)
        }
        calls.dieIfTrapped("modifyItem")
        let changed = try self.item(NSFileProviderItemIdentifier(path: path))
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
        let item = try item(identifier)
        if !options.contains(.recursive), !folder.names(in: identifier.path).isEmpty {
          throw NSFileProviderError(.directoryNotEmpty)
        }
        if item.contentType != .folder, item.itemVersion.contentVersion != version.contentVersion {
          throw NSError.fileProviderErrorForRejectedDeletion(of: item)
        }
        changes.willChange(identifier.path)
        try folder.remove(identifier.path)
        calls.dieIfTrapped("deleteItem")
        try calls.answer("deleteItem") { completionHandler(nil) }
      } catch { completionHandler(error) }
    }
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> NSFileProviderEnumerator {
    if containerItemIdentifier == .trashContainer { throw CocoaError(.featureUnsupported) }
    return FolderEnumerator(containerItemIdentifier, changes, calls)
  }

  // MARK: The folder

  private func item(_ identifier: NSFileProviderItemIdentifier) throws -> StoredItem {
    try folder.reach()
    guard let item = changes.item(identifier.path) else {
      throw NSError.fileProviderErrorForNonExistentItem(withIdentifier: identifier)
    }
    return item
  }

  private func checkVersion(of path: String, _ version: NSFileProviderItemVersion, _ contents: URL?) throws {
    guard let known = changes.item(path), known.contentType != .symbolicLink,
      known.itemVersion.contentVersion != version.contentVersion, !folder.hasContents(of: contents, at: path)
    else { return }
    throw NSFileProviderError(.localVersionConflictingWithServer)
  }

  /// - Returns: The new path.
  private func move(
    _ path: String, _ item: NSFileProviderItem, _ fields: NSFileProviderItemFields
  ) throws -> String {
    var (parent, name) = (DiskFolder.folder(of: path), DiskFolder.name(of: path))
    if fields.contains(.filename) { name = item.filename }
    if fields.contains(.parentItemIdentifier) {
      parent = try self.item(item.parentItemIdentifier).itemIdentifier.path
    }
    let new = DiskFolder.join(parent, name)
    if new == path { return path }
    if let other = changes.item(new) { throw NSError.fileProviderErrorForCollision(with: other) }
    changes.willChange(new)
    try folder.move(path, to: new)
    return new
  }
}

extension NSFileProviderItemIdentifier {
  /// The root's path is empty.
  var path: String { self == .rootContainer ? "" : rawValue }

  init(path: String) { self = path.isEmpty ? .rootContainer : NSFileProviderItemIdentifier(path) }
}
