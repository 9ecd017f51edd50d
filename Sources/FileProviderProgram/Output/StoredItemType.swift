package import FileProviderStore
import UniformTypeIdentifiers

/// The content type of an item, by its kind and the ending of its name.
package enum StoredItemType {
  package static func identifier(of record: ItemRecord) -> String {
    switch record.kind {
    case .folder: return UTType.folder.identifier
    case .symlink: return UTType.symbolicLink.identifier
    case .fifo, .socket, .blockDevice, .characterDevice: return UTType.item.identifier
    case .file:
      let name = record.name.spelling
      let ending = name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) }
      return (ending.flatMap { UTType(filenameExtension: $0) } ?? .data).identifier
    }
  }
}
