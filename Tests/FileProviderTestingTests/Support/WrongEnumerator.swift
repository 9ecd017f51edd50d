import FileProvider
import FileProviderTesting
import Foundation
import Synchronization

/// An enumerator of a ``WrongProvider``.
final class WrongEnumerator: NSObject, NSFileProviderEnumerator {
  private let base: any NSFileProviderEnumerator
  private let container: NSFileProviderItemIdentifier
  private let provider: WrongProvider
  private var fault: WrongFault { provider.fault }
  /// How many enumerators had been invalidated when this one was made.
  private let age: Int

  init(_ base: any NSFileProviderEnumerator, _ container: NSFileProviderItemIdentifier, _ provider: WrongProvider) {
    self.base = base
    self.container = container
    self.provider = provider
    age = provider.invalidated.load(ordering: .relaxed)
  }

  func invalidate() {
    provider.invalidated.add(1, ordering: .relaxed)
    base.invalidate()
  }

  func enumerateItems(for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    if fault == .onlyByName, page.rawValue == NSFileProviderPage.initialPageSortedByDate as Data {
      return observer.finishEnumeratingWithError(NSFileProviderError(.pageExpired))
    }
    if fault == .invalidatesAll, provider.invalidated.load(ordering: .relaxed) != age {
      return observer.finishEnumeratingWithError(NSFileProviderError(.cannotSynchronize))
    }
    let answer = RecordingEnumerationObserver(suggestedPageSize: observer.suggestedPageSize)
    base.enumerateItems(for: answer, startingAt: page)
    let isFirst = [
      NSFileProviderPage.initialPageSortedByName as Data, NSFileProviderPage.initialPageSortedByDate as Data,
    ].contains(page.rawValue)
    observer.didEnumerate(items(of: answer, isFirst, observer.suggestedPageSize ?? 1))
    switch answer.end {
    case .error(let error): observer.finishEnumeratingWithError(error)
    case .page(let next):
      if fault == .longPage, next != nil {
        return observer.finishEnumerating(upTo: NSFileProviderPage(Data(repeating: 1, count: 501)))
      }
      observer.finishEnumerating(upTo: fault == .pageLoops && next != nil ? page : next)
      if fault == .finishesTwice { observer.finishEnumerating(upTo: nil) }
    case nil: break
    }
  }

  private func items(
    of answer: RecordingEnumerationObserver, _ isFirst: Bool, _ suggested: Int
  ) -> [any NSFileProviderItem] {
    let values = answer.items.compactMap { ($0 as? MemoryItemObject)?.item }
    switch fault {
    case .skipsAtPages where !isFirst: return values.dropFirst().map { WrongItem($0, fault) }
    case .flood where suggested < 10:
      return values.flatMap { Array(repeating: WrongItem($0, fault), count: suggested * 100) }
    case .otherParent where container != .workingSet:
      return values.map { WrongItem($0, fault, parent: NSFileProviderItemIdentifier("elsewhere")) }
    case .parentIsWorkingSet where container == .workingSet:
      return values.map { WrongItem($0, fault, parent: .workingSet) }
    case .sameIdentifier where container != .rootContainer && container != .workingSet:
      let first = values.first.map { NSFileProviderItemIdentifier($0.identifier) }
      return values.map { WrongItem($0, fault, identifier: $0.name == "document 2" ? first : nil) }
    default: return answer.items.map(provider.shown)
    }
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    if fault == .longAnchor { return completionHandler(NSFileProviderSyncAnchor(Data(repeating: 1, count: 501))) }
    base.currentSyncAnchor(completionHandler: completionHandler)
  }

  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor) {
    if fault == .anchorExpiresAtOnce {
      return observer.finishEnumeratingWithError(NSFileProviderError(.syncAnchorExpired))
    }
    let answer = RecordingChangeObserver(suggestedBatchSize: observer.suggestedBatchSize)
    base.enumerateChanges(for: answer, from: syncAnchor)
    observer.didUpdate(answer.updated.map(provider.shown))
    switch fault {
    case .losesDeletions: break
    case .tellsDeletedAsUpdated:
      observer.didUpdate(answer.deleted.map { MemoryItemObject(MemoryItem($0.rawValue)) })
    default: observer.didDeleteItems(withIdentifiers: answer.deleted)
    }
    switch answer.end {
    case .error(let error): observer.finishEnumeratingWithError(error)
    case .anchor(let next, let more):
      observer.finishEnumeratingChanges(upTo: fault == .anchorStays ? syncAnchor : next, moreComing: more)
    case nil: break
    }
  }
}
