/// Sends contacts page by page, and later what has changed.
///
/// Each call sends items to its observer and then ends with exactly one of its `didFinish…` methods. Functions that are not `async` fulfil the
/// requirements, too.
public protocol ContactItemEnumerator {
  /// Sends one page of all contacts, in an order that is the same each time.
  ///
  /// - Parameters:
  ///   - page: ``ContactItemPage/initialPage``, or what `didFinishEnumeratingPage(upTo:)` was given last, by an earlier process perhaps.
  ///   - observer: Takes the items.
  func enumerateContent(in page: ContactItemPage, for observer: any ContactItemContentObserver) async

  /// Sends one batch of changes.
  ///
  /// - Parameters:
  ///   - syncAnchor: The marker with which all contacts were complete and the offset 0, or what `didFinishEnumeratingChanges(upTo:moreComing:)` was given
  ///     last.
  ///   - observer: Takes the changes.
  func enumerateChanges(
    startingAt syncAnchor: ContactItemSyncAnchor, for observer: any ContactItemChangeObserver) async

  /// Ends the enumerator: no further call will come.
  func invalidate() async
}
