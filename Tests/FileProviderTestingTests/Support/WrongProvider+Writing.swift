import FileProvider
import FileProviderTesting
import Foundation
import UniformTypeIdentifiers

extension WrongProvider {
  func createItem(
    basedOn itemTemplate: any NSFileProviderItem, fields: NSFileProviderItemFields, contents url: URL?,
    options: NSFileProviderCreateItemOptions, request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let parent = itemTemplate.parentItemIdentifier.rawValue
    let text = url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    var made = MemoryItem(UUID().uuidString, in: parent, name: itemTemplate.filename, contents: text)
    if itemTemplate.contentType == .folder { made.kind = .folder }
    switch fault {
    case .forgetsCancelledCreation where made.name == "cancelled": return Progress()
    case .forgetsCreation where made.name == "kept": break
    case .templateIdentifier where made.name == "own":
      made.identifier = itemTemplate.itemIdentifier.rawValue
      base.tree.put(made)
    case .createsAgain where options.contains(.mayAlreadyExist): base.tree.put(made)
    case .createsOrphans where base.tree[parent] == nil && parent != MemoryItem.root: base.tree.put(made)
    case .overwritesOnCollision:
      guard let first = base.tree.items.first(where: { $0.parent == parent && $0.name == made.name }) else {
        fallthrough
      }
      made.identifier = first.identifier
      base.tree.put(made)
    default:
      return base.createItem(
        basedOn: itemTemplate, fields: fields, contents: url, options: options, request: request,
        completionHandler: shown(completionHandler))
    }
    completionHandler(shown(MemoryItemObject(base.tree[made.identifier] ?? made)), [], false, nil)
    return Progress()
  }

  func modifyItem(
    _ item: any NSFileProviderItem, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?, options: NSFileProviderModifyItemOptions,
    request: NSFileProviderRequest,
    completionHandler:
      @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> Progress {
    let identifier = item.itemIdentifier.rawValue
    if fault == .forgetsRenaming, changedFields.contains(.filename), var known = base.tree[identifier] {
      known.name = item.filename
      completionHandler(MemoryItemObject(known), [], false, nil)
      return Progress()
    }
    if fault == .refusesRenaming, item.filename == "renamed" {
      completionHandler(nil, [], false, CocoaError(.featureUnsupported))
      return Progress()
    }
    let text = newContents.flatMap { try? Data(contentsOf: $0) }
    return base.modifyItem(
      item, baseVersion: understood(version, of: identifier), changedFields: changedFields, contents: newContents,
      options: options, request: request
    ) { [self] item, pending, hasOtherContents, error in
      if error != nil, fault == .refusesAndWrites, let text { base.tree.change(identifier) { $0.contents = text } }
      completionHandler(item.map(shown), pending, hasOtherContents, error)
    }
  }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions, request: NSFileProviderRequest,
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress {
    let known = base.tree[identifier.rawValue]
    var options = options
    switch fault {
    case .forgetsDeletion where known?.name == "deleted":
      completionHandler(nil)
      return Progress()
    case .failsToDeleteAgain where known == nil:
      completionHandler(NSFileProviderError(.cannotSynchronize))
      return Progress()
    case .deletesFullFolder: options.insert(.recursive)
    case .leavesChildren where known?.name == "recursive":
      let children = base.tree.items.filter { $0.parent == identifier.rawValue }
      base.tree.remove(identifier.rawValue)
      for child in children { base.tree.put(child) }
      completionHandler(nil)
      return Progress()
    default: break
    }
    return base.deleteItem(
      identifier: identifier, baseVersion: understood(version, of: identifier.rawValue), options: options,
      request: request
    ) { [self] error in
      if fault == .refusesAndDeletes, (error as? NSFileProviderError)?.code == .deletionRejected {
        base.tree.remove(identifier.rawValue)
      }
      completionHandler(error)
    }
  }

  /// The version that the base gave, for one that was shown.
  func understood(_ version: NSFileProviderItemVersion, of identifier: String) -> NSFileProviderItemVersion {
    let words = String(decoding: version.contentVersion, as: UTF8.self).split(separator: ":")
    let now = base.tree[identifier].map { MemoryItemObject($0).itemVersion.contentVersion }
    let contents: Data?
    switch fault {
    case .versionOfClock: contents = words.first.map { Data($0.utf8) }
    case .versionStays: contents = now
    case .longVersion where version.contentVersion.count > 128: contents = now
    default: contents = version.contentVersion
    }
    return NSFileProviderItemVersion(
      contentVersion: contents ?? version.contentVersion, metadataVersion: version.metadataVersion)
  }

  private func shown(
    _ completion: @escaping @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void
  ) -> @Sendable ((any NSFileProviderItem)?, NSFileProviderItemFields, Bool, (any Error)?) -> Void {
    { [self] item, pending, hasOtherContents, error in
      completion(item.map(shown), pending, hasOtherContents, error)
    }
  }
}
