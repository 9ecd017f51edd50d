import FileProviderStore

/// What the index has of a file that may be a contact.
struct IndexedCard {
  enum Kind: Int64 {
    /// Neither a contact nor a group.
    case other = 0
    case contact = 1
    case group = 2
  }

  let id: ItemID
  /// The contents that were read; nil if there were none to read, so that the file has to be looked at.
  let content: ContentKey?
  /// The file's last change before they were read.
  let changed: Generation
  let kind: Kind
  /// The text that identifies the card for all programs, if it was asked for.
  let uid: String?
  /// The link of a contact.
  let link: CardLink?
  /// What was asked for of a contact; nil of anything else.
  let contact: CNContact?

  /// Whether the file is still as it was read.
  func isCurrent(_ item: ItemAttributes) -> Bool {
    content != nil && content == item.content && changed == item.lastChange
  }
}
