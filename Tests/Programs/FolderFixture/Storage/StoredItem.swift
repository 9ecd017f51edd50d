import FileProvider
import Foundation
import UniformTypeIdentifiers

/// A file, folder or symbolic link of a folder on the disk, as a provider tells of it.
final class StoredItem: NSObject, NSFileProviderItem {
  let itemIdentifier: NSFileProviderItemIdentifier
  let parentItemIdentifier: NSFileProviderItemIdentifier
  let filename: String
  let itemVersion: NSFileProviderItemVersion
  private let facts: FileFacts

  init(
    _ facts: FileFacts, identifier: NSFileProviderItemIdentifier, parent: NSFileProviderItemIdentifier,
    filename: String,
    contentVersion: String, metadataVersion: String
  ) {
    self.facts = facts
    itemIdentifier = identifier
    parentItemIdentifier = parent
    self.filename = filename
    itemVersion = NSFileProviderItemVersion(
      contentVersion: Data(contentVersion.utf8), metadataVersion: Data(metadataVersion.utf8))
    super.init()
  }

  var capabilities: NSFileProviderItemCapabilities { [.allowsAll, .allowsEvicting] }

  var contentType: UTType {
    switch facts.kind {
    case .folder: return .folder
    case .link: return .symbolicLink
    case .document: return UTType(filenameExtension: (filename as NSString).pathExtension) ?? .data
    }
  }

  var documentSize: NSNumber? { facts.kind == .document ? NSNumber(value: facts.size) : nil }
  /// A folder's date follows what is done in it, here as on the other side.
  var contentModificationDate: Date? { facts.kind == .folder ? nil : facts.modified }
  var symlinkTargetPath: String? { facts.target }

  var fileSystemFlags: NSFileProviderFileSystemFlags {
    var flags: NSFileProviderFileSystemFlags = []
    if facts.permissions & 0o400 != 0 { flags.insert(.userReadable) }
    if facts.permissions & 0o200 != 0 { flags.insert(.userWritable) }
    if facts.permissions & 0o100 != 0 { flags.insert(.userExecutable) }
    return flags
  }
}
