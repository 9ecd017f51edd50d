import FileProviderStore

/// A node without an item: the control folder with the working set, and the trash as the desktop knows it.
enum VirtualNode: Hashable, Sendable {
  /// `.fileprovider`
  case control
  case workingSet
  case recents
  case favorites
  case tags
  case shared
  case recentlyDeleted
  /// `trashed`, the commands' word for `recently-deleted`: a symbolic link to it.
  case trashedLink
  /// `.fileprovider/stats.json`
  case statistics
  /// `.Trash-UID`, and its two folders.
  case trash(user: UInt32)
  case trashFiles(user: UInt32)
  case trashInfo(user: UInt32)
  /// `.Trash-UID/expunged`
  case trashExpunged(user: UInt32)
  /// `.Trash-UID/info/NAME.trashinfo` of an item
  case trashInfoFile(ItemID)
  /// A file in `.Trash-UID/info` that belongs to no item, by its number in this mount.
  case trashDraft(UInt64)
  /// `.fileprovider/working-set/tags/TAG`, by a number made from the tag.
  case tag(UInt64)
  /// A link to a member of the working set, in a view.
  case link(ItemID)
  /// The same, in the folder of a tag: one level deeper.
  case tagLink(ItemID)

  init?(_ inode: InodeNumber) {
    let number = inode.rawValue & Self.mask
    let user = UInt32(truncatingIfNeeded: number)
    let item = ItemID(rawValue: Int64(number))
    switch inode.rawValue >> 56 {
    case 0:
      guard let index = Int(exactly: number), Self.fixed.indices.contains(index - 3) else { return nil }
      self = Self.fixed[index - 3]
    case 1: self = .trash(user: user)
    case 2: self = .trashFiles(user: user)
    case 3: self = .trashInfo(user: user)
    case 4: self = .trashInfoFile(item)
    case 5: self = .tag(number)
    case 6: self = .link(item)
    case 7: self = .tagLink(item)
    case 8: self = .trashExpunged(user: user)
    case 9: self = .trashDraft(number)
    default: return nil
    }
  }

  var inode: InodeNumber {
    switch self {
    case .trash(let user): Self.number(1, UInt64(user))
    case .trashFiles(let user): Self.number(2, UInt64(user))
    case .trashInfo(let user): Self.number(3, UInt64(user))
    case .trashInfoFile(let item): Self.number(4, UInt64(bitPattern: item.rawValue))
    case .tag(let number): Self.number(5, number)
    case .link(let item): Self.number(6, UInt64(bitPattern: item.rawValue))
    case .tagLink(let item): Self.number(7, UInt64(bitPattern: item.rawValue))
    case .trashExpunged(let user): Self.number(8, UInt64(user))
    case .trashDraft(let number): Self.number(9, number)
    default: InodeNumber(rawValue: UInt64((Self.fixed.firstIndex(of: self) ?? 0) + 3))
    }
  }

  /// Whether it is always there and always the same, whatever is in it.
  var isFixed: Bool { self != .statistics && Self.fixed.contains(self) }

  /// Whether it is in somebody's trash.
  var isTrash: Bool {
    switch self {
    case .trashInfoFile, .trashDraft: true
    default: trashUser != nil
    }
  }

  /// The user whose trash a folder belongs to.
  var trashUser: UInt32? {
    switch self {
    case .trash(let user), .trashFiles(let user), .trashInfo(let user), .trashExpunged(let user): user
    default: nil
    }
  }

  static func tag(named tag: [UInt8]) -> VirtualNode {
    // FNV-1a: the number of a tag's folder stays the same over remounts.
    .tag(tag.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } & mask)
  }

  /// Whether a name in the root belongs to virtual nodes, present or not.
  static func isReserved(_ name: UnsafeRawBufferPointer) -> Bool {
    name.elementsEqual(controlName.utf8) || trashUser(name) != nil
  }

  static let recentlyDeletedName = "recently-deleted"
  static let controlName = ".fileprovider"
  static func trashName(_ user: UInt32) -> String { ".Trash-\(user)" }

  /// The user whose trash has this name.
  static func trashUser(_ name: UnsafeRawBufferPointer) -> UInt32? {
    guard name.starts(with: ".Trash-".utf8), name.count <= 17 else { return nil }
    let digits = String(decoding: name.dropFirst(7), as: UTF8.self)
    guard let user = UInt32(digits), String(user) == digits else { return nil }
    return user
  }

  private static let fixed: [VirtualNode] = [
    .control, .workingSet, .recents, .favorites, .tags, .shared, .recentlyDeleted, .statistics,
    .trashedLink,
  ]
  private static let mask: UInt64 = (1 << 56) - 1
  private static func number(_ kind: UInt64, _ of: UInt64) -> InodeNumber {
    InodeNumber(rawValue: kind << 56 | of & mask)
  }
}
