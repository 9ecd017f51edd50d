public import Foundation

/// An item of a ``MemoryProvider`` or of a script, by value.
///
/// The optional properties are what a provider may leave unsaid. In JSON everything but `identifier` and `name` may be
/// left out.
public struct MemoryItem: Hashable, Sendable {
  /// What an item is.
  public enum Kind: String, Codable, Sendable {
    case file, folder, symlink
  }

  /// Unique for ever.
  public var identifier: String
  /// The identifier of the folder it is in; ``root`` or ``trash`` for the containers.
  public var parent: String
  /// The name within the parent; anything, also what no file system takes.
  public var name: String
  public var kind: Kind
  /// A document's contents.
  public var contents: Data
  /// The size that is announced, where it is not that of the contents.
  public var announcedSize: Double?
  /// Where a symbolic link points.
  public var target: String?
  public var modified: Date?
  public var created: Date?
  public var tags: String?
  public var favoriteRank: Int?
  public var lastUsed: Date?
  public var isShared: Bool
  public var isReadOnly: Bool
  /// What it says of its contents, and those of what is below it; as `NSFileProviderContentPolicy`.
  public var contentPolicy: Int
  public var extendedAttributes: [String: String]
  /// The identifiers of its decorations.
  public var decorations: [String] = []
  /// The provider's own facts.
  public var userInfo: [String: String] = [:]
  /// The family names of its owner and of its last editor.
  public var owner: String?
  public var editor: String?
  /// Whether it is at the provider's server; a provider that says nothing has it there.
  public var isUploaded: Bool?
  /// Counts the versions of the contents, and of everything else.
  public internal(set) var contentVersion = 1
  public internal(set) var metadataVersion = 1
  /// The position in the order of listings: the order of creation.
  public internal(set) var serial = 0

  /// The parent of what is at the top.
  public static let root = "NSFileProviderRootContainerItemIdentifier"
  /// The parent of what was thrown away.
  public static let trash = "NSFileProviderTrashContainerItemIdentifier"

  /// Describes an item.
  public init(
    _ identifier: String, in parent: String = MemoryItem.root, name: String? = nil, kind: Kind = .file,
    contents: String = ""
  ) {
    self.identifier = identifier
    self.parent = parent
    self.name = name ?? identifier
    self.kind = kind
    self.contents = Data(contents.utf8)
    isShared = false
    isReadOnly = false
    contentPolicy = 0
    extendedAttributes = [:]
  }

  /// Describes a folder.
  public static func folder(_ identifier: String, in parent: String = MemoryItem.root, name: String? = nil)
    -> MemoryItem
  {
    MemoryItem(identifier, in: parent, name: name, kind: .folder)
  }

  /// Describes a symbolic link.
  public static func symlink(_ identifier: String, to target: String, in parent: String = MemoryItem.root) -> MemoryItem
  {
    var item = MemoryItem(identifier, in: parent, kind: .symlink)
    item.target = target
    return item
  }
}

extension MemoryItem: Codable {
  private enum Key: String, CodingKey {
    case identifier, parent, name, kind, contents, announcedSize, target, modified, created, tags, favoriteRank,
      lastUsed
    case isShared, isReadOnly, contentPolicy, extendedAttributes, decorations, userInfo, owner, editor, isUploaded
  }

  /// Reads an item of a script; dates are seconds since 1970.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    try self.init(
      values.decode(String.self, forKey: .identifier), name: values.decodeIfPresent(String.self, forKey: .name))
    parent = try values.decodeIfPresent(String.self, forKey: .parent) ?? Self.root
    kind = try values.decodeIfPresent(Kind.self, forKey: .kind) ?? .file
    contents = Data(try values.decodeIfPresent(String.self, forKey: .contents)?.utf8 ?? "".utf8)
    announcedSize = try values.decodeIfPresent(Double.self, forKey: .announcedSize)
    target = try values.decodeIfPresent(String.self, forKey: .target)
    modified = try values.decodeIfPresent(Double.self, forKey: .modified).map { Date(timeIntervalSince1970: $0) }
    created = try values.decodeIfPresent(Double.self, forKey: .created).map { Date(timeIntervalSince1970: $0) }
    lastUsed = try values.decodeIfPresent(Double.self, forKey: .lastUsed).map { Date(timeIntervalSince1970: $0) }
    tags = try values.decodeIfPresent(String.self, forKey: .tags)
    favoriteRank = try values.decodeIfPresent(Int.self, forKey: .favoriteRank)
    isShared = try values.decodeIfPresent(Bool.self, forKey: .isShared) ?? false
    isReadOnly = try values.decodeIfPresent(Bool.self, forKey: .isReadOnly) ?? false
    contentPolicy = try values.decodeIfPresent(Int.self, forKey: .contentPolicy) ?? 0
    extendedAttributes = try values.decodeIfPresent([String: String].self, forKey: .extendedAttributes) ?? [:]
    decorations = try values.decodeIfPresent([String].self, forKey: .decorations) ?? []
    userInfo = try values.decodeIfPresent([String: String].self, forKey: .userInfo) ?? [:]
    owner = try values.decodeIfPresent(String.self, forKey: .owner)
    editor = try values.decodeIfPresent(String.self, forKey: .editor)
    isUploaded = try values.decodeIfPresent(Bool.self, forKey: .isUploaded)
  }

  /// Writes an item of a script.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(identifier, forKey: .identifier)
    try values.encode(parent, forKey: .parent)
    try values.encode(name, forKey: .name)
    try values.encode(kind, forKey: .kind)
    if !contents.isEmpty { try values.encode(String(decoding: contents, as: UTF8.self), forKey: .contents) }
    try values.encodeIfPresent(announcedSize, forKey: .announcedSize)
    try values.encodeIfPresent(target, forKey: .target)
    try values.encodeIfPresent(modified?.timeIntervalSince1970, forKey: .modified)
    try values.encodeIfPresent(created?.timeIntervalSince1970, forKey: .created)
    try values.encodeIfPresent(lastUsed?.timeIntervalSince1970, forKey: .lastUsed)
    try values.encodeIfPresent(tags, forKey: .tags)
    try values.encodeIfPresent(favoriteRank, forKey: .favoriteRank)
    if isShared { try values.encode(isShared, forKey: .isShared) }
    if isReadOnly { try values.encode(isReadOnly, forKey: .isReadOnly) }
    if contentPolicy != 0 { try values.encode(contentPolicy, forKey: .contentPolicy) }
    if !extendedAttributes.isEmpty { try values.encode(extendedAttributes, forKey: .extendedAttributes) }
    if !decorations.isEmpty { try values.encode(decorations, forKey: .decorations) }
    if !userInfo.isEmpty { try values.encode(userInfo, forKey: .userInfo) }
    try values.encodeIfPresent(owner, forKey: .owner)
    try values.encodeIfPresent(editor, forKey: .editor)
    try values.encodeIfPresent(isUploaded, forKey: .isUploaded)
  }
}
