package enum Wait: Hashable, Sendable {
  case call(ItemNumber)
  case item(ItemNumber)
  /// For the item that has the name at the provider.
  case name(ItemNumber)
  case identifier(Identifier)
  case consent
  /// For all that the provider has changed so far.
  case changes
}
