public import FileProviderInterface
public import UniformTypeIdentifiers

/// A ``MemoryItem`` as the system gets it.
public final class MemoryItemObject: NSObject, NSFileProviderItemProtocol, NSFileProviderItemDecorating, Sendable {
  /// The value.
  public let item: MemoryItem

  /// Wraps a value.
  public init(_ item: MemoryItem) {
    self.item = item
    super.init()
  }

  public var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(item.identifier) }
  public var parentItemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(item.parent) }
  public var filename: String { item.name }
  public var isUploaded: Bool { item.isUploaded ?? true }

  public var contentType: UTType {
    switch item.kind {
    case .folder: .folder
    case .symlink: .symbolicLink
    case .file: .data
    }
  }

  public var capabilities: NSFileProviderItemCapabilities {
    item.isReadOnly ? .allowsReading : [.allowsAll, .allowsEvicting]
  }

  public var contentPolicy: NSFileProviderContentPolicy {
    NSFileProviderContentPolicy(rawValue: item.contentPolicy) ?? .inherited
  }

  public var documentSize: NSNumber? {
    guard item.kind == .file else { return nil }
    return item.announcedSize.map { NSNumber(value: $0) } ?? NSNumber(value: item.contents.count)
  }

  public var itemVersion: NSFileProviderItemVersion {
    NSFileProviderItemVersion(
      contentVersion: Data(String(item.contentVersion).utf8), metadataVersion: Data(String(item.metadataVersion).utf8))
  }

  public var contentModificationDate: Date? { item.modified }
  public var creationDate: Date? { item.created }
  public var lastUsedDate: Date? { item.lastUsed }
  public var tagData: Data? { item.tags.map { Data($0.utf8) } }
  public var favoriteRank: NSNumber? { item.favoriteRank.map { NSNumber(value: $0) } }
  public var isShared: Bool { item.isShared }
  public var symlinkTargetPath: String? { item.target }
  public var decorations: [NSFileProviderItemDecorationIdentifier]? {
    item.decorations.map(NSFileProviderItemDecorationIdentifier.init(rawValue:))
  }
  public var userInfo: [AnyHashable: Any]? { item.userInfo.isEmpty ? nil : item.userInfo }
  public var ownerNameComponents: PersonNameComponents? { item.owner.map(Self.person) }
  public var mostRecentEditorNameComponents: PersonNameComponents? { item.editor.map(Self.person) }

  private static func person(_ familyName: String) -> PersonNameComponents {
    var name = PersonNameComponents()
    name.familyName = familyName
    return name
  }

  public var extendedAttributes: [String: Data] { item.extendedAttributes.mapValues { Data($0.utf8) } }
}
