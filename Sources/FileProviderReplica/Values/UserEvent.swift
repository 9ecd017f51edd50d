package import FileProviderStore

/// Something that happened because of the provider's changes, and that the user may want to decide on.
package enum UserEvent: Sendable, Hashable {
  /// The provider deleted so many items at once that they stay here until the user decides.
  case heldDeletions(HeldDeletions)
  /// Nothing waits for the user to decide any more.
  case noHeldDeletions
  /// A document was changed here and at the provider. What was changed here is in a copy.
  case conflict(document: ItemID, copy: ItemID)
}
