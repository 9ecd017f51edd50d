/// What makes an item a member of the working set.
package struct Membership: Sendable, Hashable {
  /// When the user last used the item.
  package var lastUsed: Timestamp?
  /// The item's tags: the value of `user.xdg.tags`, UTF-8, separated by commas.
  package var tags: [UInt8]?
  /// The rank among the favourites; smaller comes first.
  package var favoriteRank: Int64?
  /// Kept on this machine.
  package var pinned = false
  /// Whether the item is shared with, or by, another user.
  package var shared = false
  /// At the top of the trash.
  package var trashed = false
  /// Below a trashed folder: the item keeps what made it a member, but is no member until the folder is restored.
  package var suspended = false

  package init() {}

  /// Whether there is nothing to keep: then it has no row.
  package var isEmpty: Bool {
    lastUsed == nil && tags == nil && favoriteRank == nil && !pinned && !shared && !trashed && !suspended
  }

  /// Whether the item is in the working set.
  package var isMember: Bool {
    !suspended && (lastUsed != nil || tags != nil || favoriteRank != nil || pinned || shared || trashed)
  }

  /// The tags one by one, in the order in which they were given: each once, without blanks around it, and without empty
  /// ones.
  package var tagList: [String] {
    guard let tags else { return [] }
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || (9...13).contains(byte) }
    var known: Set<ArraySlice<UInt8>> = []
    return tags.split(separator: UInt8(ascii: ",")).compactMap { part in
      guard let start = part.firstIndex(where: { !isBlank($0) }), let end = part.lastIndex(where: { !isBlank($0) })
      else { return nil }
      return known.insert(part[start...end]).inserted ? String(decoding: part[start...end], as: UTF8.self) : nil
    }
  }

  /// Takes over which tags somebody else has added and removed, and keeps what was added and removed here.
  mutating func mergeTags(_ theirs: [String], since former: [String]) {
    let (ours, before) = (tagList.map { ExactText($0) }, Set(former.map { ExactText($0) }))
    let removed = before.subtracting(ours)
    var merged = theirs.map { ExactText($0) }.filter { !removed.contains($0) }
    let known = Set(merged)
    merged += ours.filter { !before.contains($0) && !known.contains($0) }
    tags = merged.isEmpty ? nil : Array(merged.map(\.text).joined(separator: ",").utf8)
  }
}
