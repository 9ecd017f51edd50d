import FileProviderInterface
import Foundation
import LinuxSystem
import UniformTypeIdentifiers

/// An item of a server as the system gets it.
final class WebDAVItem: NSObject, NSFileProviderItemProtocol, Sendable {
  let item: KnownItem
  /// The date that was set here, as long as the server has that version.
  private let ownDate: Date?
  let capabilities: NSFileProviderItemCapabilities
  private let isCardDAV: Bool

  init(_ item: KnownItem, ownDate: Date?, capabilities: NSFileProviderItemCapabilities, isCardDAV: Bool = false) {
    self.isCardDAV = isCardDAV
    self.item = item
    self.ownDate = ownDate
    self.capabilities = capabilities
    super.init()
  }

  private var entry: RemoteEntry { item.entry }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(item.identifier) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(item.parent) }
  var filename: String {
    if entry.path.isTop { return entry.path.isTrashed ? "Trash" : "/" }
    return entry.trash?.name ?? String(spelling: entry.path.name)
  }

  var contentType: UTType {
    if entry.path.isFolder { return .folder }
    let name = filename
    let dot = name.lastIndex(of: ".")
    return dot.flatMap { UTType(filenameExtension: String(name[$0...].dropFirst())) } ?? .data
  }

  var documentSize: NSNumber? { entry.path.isFolder ? nil : entry.size.map { NSNumber(value: $0) } }
  var contentModificationDate: Date? { ownDate ?? entry.modified }
  var creationDate: Date? { entry.created }

  var itemVersion: NSFileProviderItemVersion {
    let access = entry.permissions ?? (capabilities.isSuperset(of: .allowsAll) ? "" : "\(capabilities.rawValue)")
    let facts = "\(access) \(entry.isFavorite) \(contentModificationDate?.timeIntervalSince1970 ?? 0)"
    // With this, a deletion contains whether the item was in the bin then, as far as known here.
    let place = entry.path.isTrashed ? Self.binMark : ""
    return NSFileProviderItemVersion(
      contentVersion: Data(entry.contentVersion.utf8), metadataVersion: Data((place + facts).utf8))
  }

  private static let binMark = "bin "

  /// Whether a version is that of an item in the bin.
  static func isOfBin(_ version: NSFileProviderItemVersion) -> Bool {
    version.metadataVersion.starts(with: Data(binMark.utf8))
  }

  var fileSystemFlags: NSFileProviderFileSystemFlags {
    guard let isExecutable = entry.isExecutable, !entry.path.isFolder else { return [] }
    return isExecutable ? [.userReadable, .userWritable, .userExecutable] : [.userReadable, .userWritable]
  }

  var isShared: Bool { entry.cloud?.isShared ?? false }

  /// Cards are here as soon as the server has them, and stay.
  var contentPolicy: NSFileProviderContentPolicy {
    isCardDAV && entry.path.isRoot ? .downloadEagerlyAndKeepDownloaded : .inherited
  }
}

/// An item of a server that also has favourites.
final class CloudItem: NSObject, NSFileProviderItemProtocol, Sendable {
  private let base: WebDAVItem

  init(_ base: WebDAVItem) {
    self.base = base
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { base.itemIdentifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { base.parentItemIdentifier }
  var filename: String { base.filename }
  var contentType: UTType { base.contentType }
  var documentSize: NSNumber? { base.documentSize }
  var contentModificationDate: Date? { base.contentModificationDate }
  var creationDate: Date? { base.creationDate }
  var itemVersion: NSFileProviderItemVersion { base.itemVersion }
  var capabilities: NSFileProviderItemCapabilities { base.capabilities }
  var isShared: Bool { base.isShared }
  var favoriteRank: NSNumber? { base.item.entry.isFavorite ? 1 : nil }
}
