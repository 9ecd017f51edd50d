import FileProviderProgram
package import FileProviderStore

/// A part of the working set, in the order in which it is printed.
package enum WorkingSetView: String, CaseIterable {
  case recents, favorites, tags, shared, trashed, pinned
}

/// A member of the working set with what makes it one.
package struct WorkingSetMember {
  package var record: ItemRecord
  var membership: Membership

  package init(record: ItemRecord, membership: Membership) {
    self.record = record
    self.membership = membership
  }

  package static func isMember(_ membership: Membership, of view: WorkingSetView?) -> Bool {
    switch view {
    case nil: true
    case .recents?: membership.lastUsed != nil
    case .favorites?: membership.favoriteRank != nil
    case .tags?: membership.tags != nil
    case .shared?: membership.shared
    case .trashed?: membership.trashed
    case .pinned?: membership.pinned
    }
  }

  /// The order: favourites by rank, tagged items by their tags, all others by last use.
  package static func precedes(_ a: WorkingSetMember, _ b: WorkingSetMember, in view: WorkingSetView?) -> Bool {
    if view == .favorites, a.membership.favoriteRank != b.membership.favoriteRank {
      return a.membership.favoriteRank ?? .max < b.membership.favoriteRank ?? .max
    }
    if view == .tags, a.membership.tagList != b.membership.tagList {
      return a.membership.tagList.lexicographicallyPrecedes(b.membership.tagList)
    }
    let (first, second) = (a.membership.lastUsed?.rawValue ?? .min, b.membership.lastUsed?.rawValue ?? .min)
    return first != second ? first > second : a.record.id < b.record.id
  }

  /// What makes the item a member, in words.
  ///
  /// - Parameter time: Formats the time of the last use.
  package func marks(time: (Timestamp) -> String = HumanText.time) -> [String] {
    var marks = membership.tagList.map { "+" + $0 }
    if membership.favoriteRank != nil { marks.append("★") }
    if membership.pinned { marks.append("pinned") }
    if membership.shared { marks.append("shared") }
    if let lastUsed = membership.lastUsed { marks.append("used " + time(lastUsed)) }
    return marks
  }
}
