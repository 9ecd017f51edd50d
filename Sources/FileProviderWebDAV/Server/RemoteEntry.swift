import Foundation
import LinuxSystem

/// An item with its properties on the server.
struct RemoteEntry: Hashable, Sendable {
  var path: RemotePath
  var tag: EntityTag?
  var size: Int64?
  var modified: Date?
  var created: Date?
  /// Whether a program may be run (Apache).
  var isExecutable: Bool?
  /// Nextcloud's further properties.
  var cloud: CloudFacts?
  /// The trash bin's properties of a trashed item.
  var trash: TrashFacts?
  /// The version of a collection's contents (RFC 6578).
  var token: String?
  /// The user's privileges for it, if the server has access control and reports them.
  var privileges: Privileges?

  struct CloudFacts: Hashable, Sendable {
    /// A number that stays with an item through renames.
    var number: String
    /// A letter a permission.
    var permissions: String?
    var isFavorite = false
    var isShared: Bool { permissions?.contains("S") ?? false }
  }

  struct TrashFacts: Hashable, Sendable {
    /// The name that it had.
    var name: String?
    /// Where it was, from the top of the user's files, whatever part of them is mounted.
    var origin: [[UInt8]]
    /// When it was thrown away, in seconds since 1970, by the server's clock.
    var deleted: Double?
  }

  init(_ path: RemotePath) { self.path = path }

  /// Whether both are the same version of a document.
  func hasContents(of other: RemoteEntry) -> Bool { contentVersion == other.contentVersion }

  /// Whether it has a number, and that of another item.
  func isAnother(than number: String?) -> Bool {
    guard let own = cloud?.number, let number, RemotePath(identifier: number) == nil else { return false }
    return own != number
  }

  /// Whether both are equal for an item. A tag that was weak still names the same version: Apache's are weak for a second.
  func isSame(as other: RemoteEntry) -> Bool {
    var other = other
    if let tag, tag.names(other.tag) { other.tag = tag }
    return self == other
  }

  /// What names the version of the contents; nothing for a folder, whose contents are items of their own.
  var contentVersion: String {
    if path.isFolder { return "folder" }
    if let tag { return tag.text }
    return "\(size ?? -1) \(modified?.timeIntervalSince1970 ?? 0)"
  }
}

extension RemoteEntry {
  /// The properties that are asked for: exactly those that are used.
  static let properties: [XMLName] = ["resourcetype", "getcontentlength", "getetag", "getlastmodified", "creationdate"]
    .map { .dav($0) }
  /// Without the length: an address book may report that of the card in another version of vCard.
  static let cardProperties: [XMLName] = ["resourcetype", "getetag", "getlastmodified"].map { .dav($0) }
  static let cloudProperties: [XMLName] =
    properties + [.ownCloud("fileid"), .ownCloud("permissions"), .ownCloud("favorite")]
  static let trashProperties: [XMLName] =
    properties + [
      .ownCloud("fileid"), .nextcloud("trashbin-filename"), .nextcloud("trashbin-original-location"),
      .nextcloud("trashbin-deletion-time"),
    ]
  static let apacheProperties: [XMLName] = properties + [.apache("executable")]

  /// Reads an item's properties in an answer.
  init(_ entry: StatusEntry, _ path: RemotePath) {
    var path = path
    if let type = entry.properties[.dav("resourcetype")] {
      path.isFolder = type.elements.contains(.dav("collection"))
    }
    self.init(path)
    func text(_ name: XMLName) -> String? { entry.properties[name]?.text }
    // A trash bin lists another version than the download of a document from it.
    tag = path.isTrashed ? nil : EntityTag(text(.dav("getetag")))
    size = path.isFolder ? nil : text(.dav("getcontentlength")).flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
    modified = text(.dav("getlastmodified")).flatMap(HTTPDate.anyDate)
    created = text(.dav("creationdate")).flatMap(HTTPDate.anyDate)
    token = text(.dav("sync-token")).flatMap { $0.isEmpty ? nil : $0 }
    privileges = entry.properties[Privileges.property].map { Privileges($0.elements) }
    isExecutable = text(.apache("executable")).flatMap { ["T": true, "F": false][$0] }
    if let number = text(.ownCloud("fileid")), !number.isEmpty, number.utf8.count <= 64,
      number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    {
      cloud = CloudFacts(
        number: number, permissions: text(.ownCloud("permissions")), isFavorite: text(.ownCloud("favorite")) == "1")
    }
    guard path.isTrashed else { return }
    trash = TrashFacts(
      name: text(.nextcloud("trashbin-filename")).flatMap { RemotePath.isName($0.spelledBytes) ? $0 : nil },
      origin: text(.nextcloud("trashbin-original-location")).map {
        $0.spelledBytes.split(separator: UInt8(ascii: "/")).map { Array($0) }
      } ?? [], deleted: text(.nextcloud("trashbin-deletion-time")).flatMap { Double($0) })
  }
}

extension RemoteEntry {
  var permissions: String? { cloud?.permissions }
  var isFavorite: Bool { cloud?.isFavorite ?? false }
  /// Whether the user may do the same with it as with another.
  func permits(asMuchAs other: RemoteEntry?) -> Bool {
    permissions == other?.permissions && privileges == other?.privileges
  }
  /// Whether it is what somebody else shares (S), or in a storage from elsewhere (M).
  var isAnothers: Bool { permissions?.contains { "SM".contains($0) } ?? false }
}
