/// Receives the items of a listing, page by page. The system implements it; an enumerator calls it.
///
/// For each page: any number of ``didEnumerate(_:)``, then exactly one of the two `finish…` methods.
///
/// Apple: File Provider / `NSFileProviderEnumerationObserver`.
public protocol NSFileProviderEnumerationObserver: _NSFileProviderEnumerationObserverBase {
  /// Takes some items of the current page.
  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol])

  /// Ends the page. `nextPage` is where to continue, at most 500 bytes; `nil` says that the listing is complete.
  func finishEnumerating(upTo nextPage: NSFileProviderPage?)

  /// Ends the listing early. After `NSFileProviderError.pageExpired` it is started again.
  func finishEnumeratingWithError(_ error: any Error)
}

extension NSFileProviderEnumerationObserver {
  /// How many items make a good page; `nil` if the observer has no opinion. A page that is many times larger is
  /// refused.
  public var suggestedPageSize: Int? {
    Implemented.value { (self as any _NSFileProviderEnumerationObserverBase).suggestedPageSize }
  }
}

/// The requirement behind ``NSFileProviderEnumerationObserver/suggestedPageSize``; see ``NSFileProviderItemProtocol``
/// for why there are two layers.
public protocol _NSFileProviderEnumerationObserverBase: NSObjectProtocol {
  /// Backs ``NSFileProviderEnumerationObserver/suggestedPageSize``.
  @_disfavoredOverload var suggestedPageSize: Int { get }
}

extension _NSFileProviderEnumerationObserverBase {
  /// Not declared by the class.
  @_disfavoredOverload public var suggestedPageSize: Int { Implemented.no(0) }
}
