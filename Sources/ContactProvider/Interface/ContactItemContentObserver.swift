public import Foundation

/// Takes one page of contacts. The system implements it; an enumerator calls it.
///
/// Any number of ``didEnumerate(_:)``, then exactly one of the other methods. What is called after that is ignored.
public protocol ContactItemContentObserver {
  /// Takes some items of the page. Of two with the same identifier the last one counts.
  func didEnumerate(_ items: [ContactItem])

  /// Ends the page. It is saved, and the enumeration goes on at the next one.
  ///
  /// - Parameter nextPage: With the marker of this page, or, where that is empty, with the one that the provider has chosen.
  func didFinishEnumeratingPage(upTo nextPage: ContactItemPage)

  /// Ends the enumeration. What it did not name is deleted.
  ///
  /// - Parameter generationMarker: From which changes are asked for from now on.
  func didFinishEnumeratingContent(upTo generationMarker: Data)

  /// Ends the page with an error. What was sent of it is dropped.
  ///
  /// After ``ContactProviderError/pageExpired`` the enumeration begins anew; after all others it goes on at this page later.
  func didFinishEnumeratingContentWithError(_ error: any Error)

  /// How many items make a good page.
  var suggestedPageSize: Int { get }
}
