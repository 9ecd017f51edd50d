import FileProviderInterface
import UniformTypeIdentifiers

/// The template of an item that the system passes.
final class TemplateItem: NSObject, NSFileProviderItemProtocol, Sendable {
  let itemIdentifier: NSFileProviderItemIdentifier
  let parentItemIdentifier: NSFileProviderItemIdentifier
  let filename: String
  let contentType: UTType
  let creationDate: Date?
  let contentModificationDate: Date?

  /// - Parameter identifier: That of the item that is changed; a new one, as the system makes it, for an item that is created.
  init(
    _ filename: String, in parent: NSFileProviderItemIdentifier, isFolder: Bool = false,
    identifier: NSFileProviderItemIdentifier? = nil
  ) {
    itemIdentifier = identifier ?? NSFileProviderItemIdentifier("__fp/fs/\(UUID().uuidString)")
    parentItemIdentifier = parent
    self.filename = filename
    contentType = isFolder ? .folder : .data
    creationDate = Date()
    contentModificationDate = creationDate
    super.init()
  }

  var capabilities: NSFileProviderItemCapabilities { .allowsAll }
  var fileSystemFlags: NSFileProviderFileSystemFlags { [.userReadable, .userWritable] }
}
