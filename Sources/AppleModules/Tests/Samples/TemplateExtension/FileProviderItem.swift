import FileProvider
import UniformTypeIdentifiers

class FileProviderItem: NSObject, NSFileProviderItem {

  private let identifier: NSFileProviderItemIdentifier
  private let entry: Backend.Entry?

  init(identifier: NSFileProviderItemIdentifier) {
    self.identifier = identifier
    self.entry = nil
  }

  init(_ entry: Backend.Entry) {
    self.identifier = NSFileProviderItemIdentifier(entry.id)
    self.entry = entry
  }

  var itemIdentifier: NSFileProviderItemIdentifier {
    return identifier
  }

  var parentItemIdentifier: NSFileProviderItemIdentifier {
    return entry.map { NSFileProviderItemIdentifier($0.parent) } ?? .rootContainer
  }

  var capabilities: NSFileProviderItemCapabilities {
    return [
      .allowsReading, .allowsWriting, .allowsRenaming, .allowsReparenting, .allowsDeleting,
      .allowsAddingSubItems, .allowsContentEnumerating,
    ]
  }

  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: "\(entry?.contentVersion ?? 0)".data(using: .utf8)!,
      metadataVersion: "\(entry?.metadataVersion ?? 0)".data(using: .utf8)!)
  }

  var filename: String {
    return entry?.name ?? "root"
  }

  var contentType: UTType {
    guard let entry = entry, identifier != NSFileProviderItemIdentifier.rootContainer else { return .folder }
    return entry.isFolder ? .folder : UTType(filenameExtension: (entry.name as NSString).pathExtension) ?? .data
  }

  var documentSize: NSNumber? {
    return entry?.size as NSNumber?
  }

  var contentModificationDate: Date? { entry?.modified }
}
