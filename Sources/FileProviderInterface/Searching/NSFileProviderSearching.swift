/// A provider that searches its own tree.
///
/// Apple: File Provider / `NSFileProviderSearching`.
public protocol NSFileProviderSearching: NSObjectProtocol {
  /// Makes what runs a search.
  func searchEnumerator(for request: NSFileProviderStringSearchRequest) -> any NSFileProviderSearchEnumerator
}
