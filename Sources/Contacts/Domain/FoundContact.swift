import FileProviderStore

/// A contact that a fetch has found.
struct FoundContact {
  let item: ItemID
  let contact: CNContact
  /// Whether the contact has nothing but what was asked for.
  var isLimited: Bool
  /// Whether the index has found it exactly, so that it needs no second look.
  var isExact = false
  /// The text that identifies the card for all programs, if it was asked for.
  let uid: String?
  /// What links it with other contacts.
  let link: CardLink?
  let container: CNContainer

  /// The contact with what was asked for.
  func contact(with keys: Set<String>) -> CNContact { isLimited ? contact : contact.limited(to: keys) }
}
