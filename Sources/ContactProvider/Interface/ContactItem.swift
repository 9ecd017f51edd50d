public import Contacts

/// What an enumerator gives: a contact, with the identifier that the provider has for it.
public enum ContactItem: Hashable {
  /// A contact. Its own `identifier` says nothing: readers of `CNContactStore` get another one, and the card has the provider's as its `UID`.
  case contact(CNMutableContact, ContactItem.Identifier)
}

extension ContactItem {
  /// What the provider calls an item: the same text for the same contact, each time.
  public struct Identifier: Hashable, Sendable {
    /// The provider's text.
    public let value: String

    /// Makes an identifier of the provider's text.
    public init(_ value: String) { self.value = value }

    /// Everything that the provider has.
    public static let rootContainer = Identifier("ContactItem.rootContainer")
  }
}
