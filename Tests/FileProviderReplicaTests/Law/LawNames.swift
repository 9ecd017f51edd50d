import FileProvider
@testable import FileProviderTesting
import Foundation
import Synchronization
import UniformTypeIdentifiers

/// How a provider's items are named: by the numbers that the tree gives them, or by their paths in it.
struct LawNames: Sendable {
  let tree: MemoryTree
  let isByPath: Bool

  private static let fixed: Set<String> = [MemoryItem.root, MemoryItem.trash]

  /// The items as the provider shows them, by the tree's identifiers.
  func shown() -> [String: MemoryItem] { shown(tree.state.withLock { $0 }) }

  func shown(_ state: MemoryTree.State) -> [String: MemoryItem] {
    guard isByPath else { return state.items.items }
    var paths: [String: String] = [:]
    func path(_ identifier: String) -> String? {
      if let known = paths[identifier] { return known }
      guard let item = state.items[identifier] else { return nil }
      let folder = item.parent == MemoryItem.root ? "" : path(item.parent)
      paths[identifier] = folder.map { $0 + "/" + item.name }
      return paths[identifier]
    }
    var shown: [String: MemoryItem] = [:]
    for (identifier, item) in state.items.items {
      guard let own = path(identifier) else { continue }
      var item = item
      item.parent = item.parent == MemoryItem.root ? item.parent : path(item.parent) ?? item.parent
      item.identifier = own
      shown[identifier] = item
    }
    return shown
  }

  /// The version of contents, as the provider reports it. What replaces an item at a place has another one.
  func contentVersion(_ item: MemoryItem) -> String {
    isByPath ? "\(item.serial).\(item.contentVersion)" : String(item.contentVersion)
  }

  // MARK: From the provider

  func outer(_ item: (any NSFileProviderItem)?) -> (any NSFileProviderItem)? {
    guard isByPath, let item else { return item }
    // It is answered as it was then, and where it is now.
    guard var then = (item as? MemoryItemObject)?.item, let now = shown()[then.identifier] else { return nil }
    (then.identifier, then.parent, then.name) = (now.identifier, now.parent, now.name)
    return PathItem(then, contentVersion: contentVersion(then))
  }

  func outer(_ error: (any Error)?) -> (any Error)? {
    guard isByPath, let error = error as NSError? else { return error }
    guard let other = error.userInfo[NSFileProviderErrorItemKey] as? any NSFileProviderItem else { return error }
    return outer(other).map { NSError.fileProviderErrorForCollision(with: $0) } ?? NSFileProviderError(.noSuchItem)
  }

  // MARK: To the provider

  func inner(_ identifier: NSFileProviderItemIdentifier) -> NSFileProviderItemIdentifier {
    guard isByPath, !Self.fixed.contains(identifier.rawValue) else { return identifier }
    let found = shown().first { $0.value.identifier == identifier.rawValue }
    return NSFileProviderItemIdentifier(found?.key ?? "nothing at \(identifier.rawValue)")
  }

  func inner(_ item: any NSFileProviderItem) -> any NSFileProviderItem {
    guard isByPath else { return item }
    return InnerItem(item, inner(item.itemIdentifier), in: inner(item.parentItemIdentifier))
  }

  func inner(
    _ version: NSFileProviderItemVersion, of identifier: NSFileProviderItemIdentifier
  ) -> NSFileProviderItemVersion {
    guard isByPath, let item = tree[inner(identifier).rawValue],
      version.contentVersion == Data(contentVersion(item).utf8)
    else { return version }
    return MemoryItemObject(item).itemVersion
  }
}

/// An item as a provider shows it that names its items by path.
final class PathItem: NSObject, NSFileProviderItemProtocol, Sendable {
  private let item: MemoryItemObject
  let itemVersion: NSFileProviderItemVersion

  init(_ item: MemoryItem, contentVersion: String) {
    self.item = MemoryItemObject(item)
    itemVersion = NSFileProviderItemVersion(
      contentVersion: Data(contentVersion.utf8), metadataVersion: self.item.itemVersion.metadataVersion)
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { item.itemIdentifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { item.parentItemIdentifier }
  var filename: String { item.filename }
  var contentType: UTType { item.contentType }
  var capabilities: NSFileProviderItemCapabilities { item.capabilities }
  var documentSize: NSNumber? { item.documentSize }
  var contentModificationDate: Date? { item.contentModificationDate }
  var creationDate: Date? { item.creationDate }
  var lastUsedDate: Date? { item.lastUsedDate }
  var tagData: Data? { item.tagData }
  var favoriteRank: NSNumber? { item.favoriteRank }
  var symlinkTargetPath: String? { item.symlinkTargetPath }
  var extendedAttributes: [String: Data] { item.extendedAttributes }
}

/// What the system sends of an item, with the identifiers that the tree has.
private final class InnerItem: NSObject, NSFileProviderItemProtocol {
  private let item: any NSFileProviderItem
  let itemIdentifier: NSFileProviderItemIdentifier
  let parentItemIdentifier: NSFileProviderItemIdentifier

  init(
    _ item: any NSFileProviderItem, _ identifier: NSFileProviderItemIdentifier, in parent: NSFileProviderItemIdentifier
  ) {
    self.item = item
    itemIdentifier = identifier
    parentItemIdentifier = parent
    super.init()
  }

  var filename: String { item.filename }
  var contentType: UTType { item.contentType ?? .data }
  var documentSize: NSNumber? { item.documentSize ?? nil }
  var contentModificationDate: Date? { item.contentModificationDate ?? nil }
  var creationDate: Date? { item.creationDate ?? nil }
  var lastUsedDate: Date? { item.lastUsedDate ?? nil }
  var tagData: Data? { item.tagData ?? nil }
  var favoriteRank: NSNumber? { item.favoriteRank ?? nil }
  var symlinkTargetPath: String? { item.symlinkTargetPath ?? nil }
  var extendedAttributes: [String: Data] { item.extendedAttributes ?? [:] }
}
