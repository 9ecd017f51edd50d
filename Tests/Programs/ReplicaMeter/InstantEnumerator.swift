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
    let new = provider.state.withLock { Array($0.history.dropFirst(known)) }
    if !new.isEmpty { observer.didUpdate(new.map { provider.item($0) }) }
    observer.finishEnumeratingChanges(upTo: anchor(known + new.count), moreComing: false)
  }

  private func anchor(_ position: Int) -> NSFileProviderSyncAnchor {
    NSFileProviderSyncAnchor(Data(String(position).utf8))
  }
}
