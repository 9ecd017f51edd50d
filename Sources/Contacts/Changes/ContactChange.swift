import FileProviderStore

/// A change of a contact or a group, as it is found in the log.
enum ContactChange {
  case addGroup(ItemID, container: ItemID)
  case updateGroup(ItemID)
  case deleteGroup(ItemID)
  case add(ItemID, container: ItemID)
  case update(ItemID)
  case delete(ItemID)
  case member(ItemID, Membership, of: ItemID)
  case subgroup(ItemID, Membership, of: ItemID)
  /// A unified contact, perhaps of another domain, left a group.
  case formerMember(ContactPlace, of: ItemID)

  /// What became of a member of a group.
  enum Membership {
    case added
    case removed
  }

  /// The item of a contact that is there.
  var contact: ItemID? {
    switch self {
    case .add(let item, _), .update(let item), .member(let item, _, _): item
    default: nil
    }
  }

  /// What has changed itself, and is a contact, or may have been one.
  var changedContact: ItemID? {
    switch self {
    case .add(let item, _), .update(let item), .delete(let item): item
    default: nil
    }
  }

  var isAddition: Bool {
    switch self {
    case .add, .addGroup: true
    default: false
    }
  }
}

/// The changes of contacts in a domain.
struct ContactChanges {
  var changes: [ContactChange]
  /// Where they begin; nil where they are everything.
  var start: HistoryPlace?
  /// Where the next ones begin.
  var end: HistoryPlace
}
