/// A provider that offers actions of its own on items.
///
/// Apple: File Provider / `NSFileProviderCustomAction`.
public protocol NSFileProviderCustomAction: NSObjectProtocol {
  /// Performs an action on items.
  ///
  /// - Parameters:
  ///   - actionIdentifier: the action.
  ///   - itemIdentifiers: the items, never none.
  ///   - completionHandler: called once, with an error if the action failed.
  @preconcurrency
  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) -> Progress
}
