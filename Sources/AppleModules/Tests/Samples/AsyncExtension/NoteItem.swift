import FileProvider
import UniformTypeIdentifiers

final class NoteItem: NSObject, NSFileProviderItem, Sendable {
  private let note: NoteServer.Note

  init(_ note: NoteServer.Note) { self.note = note }

  static let root = NoteItem(
    NoteServer.Note(id: NSFileProviderItemIdentifier.rootContainer.rawValue, parent: "", name: "Notes", isFolder: true))

  var itemIdentifier: NSFileProviderItemIdentifier { .init(note.id) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { note.parent.isEmpty ? .rootContainer : .init(note.parent) }
  var filename: String { note.name }
  var contentType: UTType { note.isFolder ? .folder : .plainText }
  var documentSize: NSNumber? { note.isFolder ? nil : NSNumber(value: note.contents.count) }
  var capabilities: NSFileProviderItemCapabilities { .allowsAll.subtracting(.allowsTrashing) }
  var itemVersion: NSFileProviderItemVersion {
    let version = withUnsafeBytes(of: note.version.bigEndian) { Data($0) }
    return NSFileProviderItemVersion(contentVersion: version, metadataVersion: version)
  }
}
