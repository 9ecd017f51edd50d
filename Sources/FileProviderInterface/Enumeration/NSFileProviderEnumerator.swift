/// Lists one container and reports its changes.
///
/// The system asks for one with ``NSFileProviderEnumerating/enumerator(for:request:)``, drives it page by page and ends it
/// with ``invalidate()``. Several may be alive at once for the same container.
///
/// Apple: File Provider / `NSFileProviderEnumerator`.
public protocol NSFileProviderEnumerator: _NSFileProviderEnumeratorBase {
  /// Ends the enumerator: no further call will come, and what it holds can be let go.
  func invalidate()

  /// Delivers the items of one page to `observer` and then finishes the page there. Returns without waiting.
  ///
  /// - Parameters:
  ///   - observer: takes the items.
  ///   - page: one of the two initial pages, or what `finishEnumerating(upTo:)` was given last.
  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage)
}

extension NSFileProviderEnumerator {
  /// The anchor as of now, whichever of its two forms the class implements; `nil` if it implements neither.
  ///
  /// The parameter keeps this method from being taken for the requirement of the same name, which would lead from each
  /// form to the other for ever. Leave it out.
  public func currentSyncAnchor(_form: Void = ()) async -> NSFileProviderSyncAnchor? {
    await withCheckedContinuation { continuation in
      currentSyncAnchor(completionHandler: { continuation.resume(returning: $0) })
    }
  }
}

/// The requirements of ``NSFileProviderEnumerator`` that a class may leave out.
///
/// `currentSyncAnchor` has two spellings and a class implements either. Calls run one way only and so always end:
/// `await currentSyncAnchor()` → completion form → (default) async requirement → (default) `nil`.
public protocol _NSFileProviderEnumeratorBase: NSObjectProtocol {
  /// Delivers what changed since `syncAnchor` to `observer` and then finishes the batch there. Returns without waiting.
  ///
  /// Left out: the container has no change feed, and the observer gets `CocoaError.featureUnsupported`.
  func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor)

  /// Hands over the anchor that stands for now: changes after this call are changes after that anchor.
  ///
  /// `nil`, which is also the answer of a class that implements neither spelling, says that there is no change feed.
  @preconcurrency
  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void)

  /// The same in async form, as a requirement only. Callers get ``NSFileProviderEnumerator/currentSyncAnchor(_form:)``.
  @_disfavoredOverload func currentSyncAnchor() async -> NSFileProviderSyncAnchor?
}

extension _NSFileProviderEnumeratorBase {
  /// There is no change feed.
  public func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) {
    observer.finishEnumeratingWithError(CocoaError(.featureUnsupported))
  }

  /// Asks the async form.
  public func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    // As with every call of the system, the class must bear being called on any thread.
    nonisolated(unsafe) let enumerator: any _NSFileProviderEnumeratorBase = self
    Task { completionHandler(await enumerator.currentSyncAnchor()) }
  }

  /// Neither form is implemented.
  @_disfavoredOverload public func currentSyncAnchor() async -> NSFileProviderSyncAnchor? { nil }
}
