/// Hands out enumerators.
///
/// Apple: File Provider / `NSFileProviderEnumerating`.
public protocol NSFileProviderEnumerating: NSObjectProtocol {
  /// Makes an enumerator for a container, quickly; the work belongs in the enumerator.
  ///
  /// - Parameters:
  ///   - containerItemIdentifier: the root, a folder, a document (for changes of that one), the working set or the trash.
  ///   - request: who asks.
  /// - Throws: `NSFileProviderError.noSuchItem` if there is no such container, which the system takes for a deletion;
  ///   `CocoaError.featureUnsupported` for a trash that the provider does not have.
  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator
}
