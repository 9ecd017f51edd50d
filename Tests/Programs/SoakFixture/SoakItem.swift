import FileProvider
import Foundation
import UniformTypeIdentifiers

/// A node as the system gets it; the root where there is none.
final class SoakItem: NSObject, NSFileProviderItemProtocol, Sendable {
  private let identifier: String
  private let parent: String
  let filename: String
  private let size: Int?
  private let versions: (content: Int, metadata: Int)

  init(_ node: SoakTree.Node?) {
    identifier = node?.identifier ?? SoakTree.root
    parent = node?.parent ?? SoakTree.root
    filename = node?.name ?? "soak"
    size = node?.text?.utf8.count
    versions = (node?.contentVersion ?? 1, node?.version ?? 1)
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(identifier) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(parent) }
  var contentType: UTType { size == nil ? .folder : .data }
  var capabilities: NSFileProviderItemCapabilities { [.allowsAll, .allowsEvicting] }
  var documentSize: NSNumber? { size.map { NSNumber(value: $0) } }
  var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: Data("\(versions.content)".utf8), metadataVersion: Data("\(versions.metadata)".utf8))
  }
}
