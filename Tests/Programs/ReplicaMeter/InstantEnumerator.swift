import FileProviderInterface
import Synchronization

/// The numbers of a container, page by page, and what was changed at the provider.
final class InstantEnumerator: NSObject, NSFileProviderEnumerator, Sendable {
  private let provider: InstantProvider
  private let numbers: Range<Int>
  private let step: Int

  init(_ provider: InstantProvider, _ numbers: Range<Int>, by step: Int = 1) {
    (self.provider, self.numbers, self.step) = (provider, numbers, step)
    super.init()
  }

  func invalidate() {}

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    // The first page's token is no number.
    let start = Int(String(decoding: page.rawValue, as: UTF8.self)) ?? 0
    let limit = observer.suggestedPageSize ?? 500
    let from = numbers.lowerBound + start * step
    let some = stride(from: from, to: numbers.upperBound, by: step).prefix(limit).map { provider.item($0) }
    if !some.isEmpty { observer.didEnumerate(some) }
    observer.finishEnumerating(
      upTo: some.count < limit ? nil : NSFileProviderPage(Data(String(start + limit).utf8)))
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(anchor(provider.state.withLock { $0.history.count }))
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    let known = Int(String(decoding: syncAnchor.rawValue, as: UTF8.self)) ?? 0
    let limit = observer.suggestedBatchSize ?? 500
    let (new, isMore, firstHere) = provider.state.withLock { state in
      let rest = state.history.dropFirst(known)
      return (rest.prefix(limit), rest.count > limit, state.firstHere)
    }
    let deleted = new.filter { $0 < firstHere }
    if !deleted.isEmpty {
      observer.didDeleteItems(withIdentifiers: deleted.map { NSFileProviderItemIdentifier("\($0)") })
    }
    if deleted.count < new.count { observer.didUpdate(new.filter { $0 >= firstHere }.map { provider.item($0) }) }
    observer.finishEnumeratingChanges(upTo: anchor(known + new.count), moreComing: isMore)
  }

  private func anchor(_ position: Int) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data(String(position).utf8))
  }
}
