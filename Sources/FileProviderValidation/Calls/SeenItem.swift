import FileProviderInterface
import UniformTypeIdentifiers

/// An item from a provider, read on the thread on which it arrived.
struct SeenItem: Sendable {
  let identifier: NSFileProviderItemIdentifier
  let parent: NSFileProviderItemIdentifier
  let filename: String
  let contentVersion: Data?
  let metadataVersion: Data?
  let size: Int64?
  /// `nil` where the item has no type.
  let isFolder: Bool?
  let capabilities: NSFileProviderItemCapabilities

  init(_ item: any NSFileProviderItem) {
    identifier = item.itemIdentifier
    parent = item.parentItemIdentifier
    filename = item.filename
    contentVersion = item.itemVersion?.contentVersion
    metadataVersion = item.itemVersion?.metadataVersion
    size = (item.documentSize ?? nil)?.int64Value
    isFolder = item.contentType.map { $0.conforms(to: .folder) || $0.conforms(to: .directory) }
    capabilities = item.capabilities ?? []
  }

  /// The base version for a change.
  var version: NSFileProviderItemVersion {
    let unknown = NSFileProviderItemVersion.beforeFirstSyncComponent
    return NSFileProviderItemVersion(
      contentVersion: contentVersion ?? unknown, metadataVersion: metadataVersion ?? unknown)
  }
}

extension SeenItem {
  /// Takes note of an item, and of the rules that every item keeps.
  init(_ item: any NSFileProviderItem, _ ledger: Ledger) {
    self.init(item)
    let isNamed = !filename.isEmpty
    ledger.note(ObservedRules.Items.filename, isNamed ? nil : "the item “\(identifier.rawValue)” has an empty filename")
    for (name, part) in [("contentVersion", contentVersion), ("metadataVersion", metadataVersion)] {
      guard let part else { continue }
      let isShort = part.count <= NSFileProviderItemVersion.maximumComponentLength
      ledger.note(ObservedRules.Versions.length, isShort ? nil : "the \(name) of “\(filename)” has \(part.count) bytes")
    }
  }
}
