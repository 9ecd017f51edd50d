import FileProviderInterface
import FileProviderStore
import UniformTypeIdentifiers

/// An item as it is sent to a provider.
final class TemplateItem: NSObject, NSFileProviderItemProtocol, Sendable {
  /// The most bytes of names and values of the extended attributes of an item that providers synchronize.
  static let mostAttributeBytes = 32_768

  private let template: PushTemplate
  private let version: NSFileProviderItemVersion

  init(_ call: PushCall) {
    template = call.template
    version = call.baseVersion
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(template.identifier) }
  var parentItemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(template.parent) }
  var filename: String { template.filename }
  var itemVersion: NSFileProviderItemVersion { version }

  var contentType: UTType {
    if let type = template.contentType.flatMap({ UTType($0) }) { return type }
    switch template.kind {
    case .folder: return .folder
    case .symlink: return .symbolicLink
    default:
      let dot = filename.lastIndex(of: ".")
      return dot.flatMap { UTType(filenameExtension: String(filename[$0...].dropFirst())) } ?? .data
    }
  }

  var capabilities: NSFileProviderItemCapabilities { .allowsAll }

  var fileSystemFlags: NSFileProviderFileSystemFlags {
    var flags: NSFileProviderFileSystemFlags = []
    if template.mode & 0o100 != 0 { flags.insert(.userExecutable) }
    if template.mode & 0o400 != 0 { flags.insert(.userReadable) }
    if template.mode & 0o200 != 0 { flags.insert(.userWritable) }
    if filename.hasPrefix(".") { flags.insert(.hidden) }
    return flags
  }

  var documentSize: NSNumber? { template.kind == .file ? NSNumber(value: template.size) : nil }
  var creationDate: Date? { template.created.date }
  var contentModificationDate: Date? { template.modified.date }
  var lastUsedDate: Date? { template.lastUsed?.date }
  var tagData: Data? { template.tags }
  var favoriteRank: NSNumber? { template.favoriteRank.map { NSNumber(value: $0) } }
  var symlinkTargetPath: String? { template.target }
  /// None of them where they are too large: then they are not among what is sent.
  var extendedAttributes: [String: Data] {
    let size = template.extendedAttributes.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
    return size > Self.mostAttributeBytes ? [:] : template.extendedAttributes
  }
}

extension PushCall {
  /// What the item was at the provider when it was last reported.
  var baseVersion: NSFileProviderItemVersion {
    let unknown = NSFileProviderItemVersion.beforeFirstSyncComponent
    return NSFileProviderItemVersion(
      contentVersion: base?.contentVersion.map { Data($0) } ?? unknown,
      metadataVersion: base?.metadataVersion.map { Data($0) } ?? unknown)
  }

  /// Whether the call carries a document's contents.
  var isUpload: Bool { fields.contains(.contents) && template.kind == .file }
}

extension NSFileProviderItemFields {
  private static let pairs: [(ChangedFields, NSFileProviderItemFields)] = [
    (.contents, .contents), (.filename, .filename), (.parent, .parentItemIdentifier), (.tags, .tagData),
    (.lastUsed, .lastUsedDate), (.favorite, .favoriteRank), (.mode, .fileSystemFlags),
    (.times, [.creationDate, .contentModificationDate]), (.xattrs, .extendedAttributes),
  ]

  private init(_ fields: ChangedFields) {
    self = Self.pairs.reduce(into: []) { if fields.contains($1.0) { $0.formUnion($1.1) } }
  }

  /// The fields that a call sends.
  init(_ call: PushCall) {
    self.init(call.operation == .moveAside ? .filename : call.fields)
    // Nothing says that it was created at another moment.
    if call.sentFields.contains(.times) { insert(.contentModificationDate) }
  }

  /// The store's fields that these are.
  var changedFields: ChangedFields {
    Self.pairs.reduce(into: ChangedFields()) { if !isDisjoint(with: $1.1) { $0.formUnion($1.0) } }
  }
}
