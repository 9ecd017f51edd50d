/// The enumerator of a domain that is not there.
final class FailingEnumerator: NSObject, NSFileProviderPendingSetEnumerator {
  var domainVersion: NSFileProviderDomainVersion? { nil }
  var refreshInterval: TimeInterval { 0 }
  var isMaximumSizeReached: Bool { false }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    observer.finishEnumeratingWithError(NSFileProviderError(.providerDomainNotFound))
  }
}
