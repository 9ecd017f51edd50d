import FileProvider
import FileProviderTesting
import Foundation
import UniformTypeIdentifiers

/// An item of a ``WrongProvider``.
final class WrongItem: NSObject, NSFileProviderItem, Sendable {
  private let right: MemoryItemObject
  private let fault: WrongFault
  private let count: Int
  private let givenParent: NSFileProviderItemIdentifier?
  private let givenIdentifier: NSFileProviderItemIdentifier?

  init(
    _ item: MemoryItem, _ fault: WrongFault, count: Int = 0, parent: NSFileProviderItemIdentifier? = nil,
    identifier: NSFileProviderItemIdentifier? = nil
  ) {
    right = MemoryItemObject(item)
    self.fault = fault
    self.count = count
    givenParent = parent
    givenIdentifier = identifier
  }

  var itemIdentifier: NSFileProviderItemIdentifier { givenIdentifier ?? right.itemIdentifier }
  var parentItemIdentifier: NSFileProviderItemIdentifier { givenParent ?? right.parentItemIdentifier }
  var filename: String { fault == .emptyName && right.filename == "document 2" ? "" : right.filename }
  var contentType: UTType { right.contentType }
  var capabilities: NSFileProviderItemCapabilities { right.capabilities }

  var documentSize: NSNumber? {
    right.documentSize.map { NSNumber(value: $0.int64Value + (fault == .wrongSize ? 1 : 0)) }
  }

  var itemVersion: NSFileProviderItemVersion {
    let version = right.itemVersion
    let contents: Data
    switch fault {
    case .longVersion where right.item.name == "document 2": contents = Data(repeating: 1, count: 129)
    case .versionOfClock: contents = version.contentVersion + Data(":\(count)".utf8)
    case .versionStays: contents = Data("1".utf8)
    default: contents = version.contentVersion
    }
    return NSFileProviderItemVersion(contentVersion: contents, metadataVersion: version.metadataVersion)
  }
}
