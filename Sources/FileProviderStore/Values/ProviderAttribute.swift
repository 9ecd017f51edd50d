/// What a provider says of an item for people and for its own conditions.
///
/// It is kept among the item's extended attributes, but is none of a user's: it is not listed with them, not copied, not sent to the provider, and
/// changes with the provider's word alone.
package enum ProviderAttribute: String, CaseIterable, Sendable {
  /// The identifiers of its decorations (a badge, a colour), as text, separated by commas.
  case decorations = "user.fileprovider.decorations"
  /// The name of its owner.
  case owner = "user.fileprovider.owner"
  /// The name of its last editor.
  case editor = "user.fileprovider.editor"
  /// `1` where this account shares it with others, `0` where others share it with this account.
  case sharedByMe = "user.fileprovider.shared-by-me"
  /// The provider's own facts, as a JSON object.
  case userInfo = "user.fileprovider.user-info"
  /// What it says of its own transfers, where one is under way or failed: a JSON object with the names of Apple's properties.
  case transfer = "user.fileprovider.transfer"
}
