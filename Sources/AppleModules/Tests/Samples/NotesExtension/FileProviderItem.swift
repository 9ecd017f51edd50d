import FileProvider
import UniformTypeIdentifiers

class FileProviderItem: NSObject, NSFileProviderItem {
  private let identifier: NSFileProviderItemIdentifier
  private let shelf: NoteShelf

  init?(identifier: NSFileProviderItemIdentifier, shelf: NoteShelf) {
    guard identifier == .rootContainer || shelf.names[identifier.rawValue] != nil else { return nil }
    self.identifier = identifier
    self.shelf = shelf
  }

  var itemIdentifier: NSFileProviderItemIdentifier { identifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { .rootContainer }
  var filename: String { shelf.names[identifier.rawValue] ?? "Notes" }
  var contentType: UTType { identifier == .rootContainer ? .folder : .plainText }
  var documentSize: NSNumber? {
    identifier == .rootContainer ? nil : shelf.text(of: identifier.rawValue).utf8.count as NSNumber
  }

  var capabilities: NSFileProviderItemCapabilities {
    [.allowsReading, .allowsWriting, .allowsRenaming, .allowsDeleting]
  }

  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: Data(shelf.text(of: identifier.rawValue).utf8.prefix(100)),
      metadataVersion: Data(filename.utf8.prefix(100)))
  }
}
