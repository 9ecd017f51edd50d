import FileProviderInterface
import Foundation
import UniformTypeIdentifiers

/// What a test looks at of an item.
struct SeenItem: Sendable {
  var identifier: NSFileProviderItemIdentifier
  var parent: NSFileProviderItemIdentifier
  var filename: String
  var isFolder: Bool
  var contentVersion: Data
  var metadataVersion: Data
  var size: Int?
  var modified: Date?
  var isFavorite: Bool
  var capabilities: NSFileProviderItemCapabilities

  init(_ item: any NSFileProviderItem) {
    identifier = item.itemIdentifier
    parent = item.parentItemIdentifier
    filename = item.filename
    isFolder = item.contentType?.conforms(to: .folder) ?? false
    contentVersion = item.itemVersion?.contentVersion ?? Data()
    metadataVersion = item.itemVersion?.metadataVersion ?? Data()
    size = (item.documentSize ?? nil)?.intValue
    modified = item.contentModificationDate ?? nil
    isFavorite = (item.favoriteRank ?? nil) != nil
    capabilities = item.capabilities ?? []
  }

  var version: NSFileProviderItemVersion {
    NSFileProviderItemVersion(contentVersion: contentVersion, metadataVersion: metadataVersion)
  }
}
