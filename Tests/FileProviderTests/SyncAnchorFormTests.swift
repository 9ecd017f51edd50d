import FileProvider
import Foundation
import Testing

@Suite("The two spellings of currentSyncAnchor") struct SyncAnchorFormTests {
  let anchor = NSFileProviderSyncAnchor(Data("now".utf8))

  // The older spelling, asked in both ways.
  @Test func `work for a class with the completion form`() async {
    let enumerator: NSFileProviderEnumerator = CompletionEnumerator()
    #expect(await enumerator.currentSyncAnchor() == anchor)
    #expect(await throughHandler(enumerator) == anchor)
  }

  // The newer spelling, asked in both ways.
  @Test func `work for a class with the async form`() async {
    let enumerator: NSFileProviderEnumerator = AsyncEnumerator()
    #expect(await enumerator.currentSyncAnchor() == anchor)
    #expect(await throughHandler(enumerator) == anchor)
  }

  // Neither spelling: no anchor, and above all an end.
  @Test(.timeLimit(.minutes(1))) func `end for a class with neither`() async {
    let enumerator: NSFileProviderEnumerator = ListingEnumerator()
    #expect(await enumerator.currentSyncAnchor() == nil)
    #expect(await throughHandler(enumerator) == nil)
  }

  // Through the class itself, without the protocol in between.
  @Test func `work on a concrete class`() async {
    #expect(await CompletionEnumerator().currentSyncAnchor() == anchor)
    #expect(await AsyncEnumerator().currentSyncAnchor() == anchor)
    #expect(await ListingEnumerator().currentSyncAnchor() == nil)
  }

  // Where a class has both, the completion form answers, however the protocol is asked.
  @Test func `prefer the completion form where both are implemented`() async {
    let enumerator: NSFileProviderEnumerator = BothFormsEnumerator()
    let fromHandler = NSFileProviderSyncAnchor(Data("handler".utf8))
    #expect(await throughHandler(enumerator) == fromHandler)
    #expect(await enumerator.currentSyncAnchor() == fromHandler)
  }

  // Without a change feed the observer hears so and is not left waiting.
  @Test func `leave no observer waiting when there is no change feed`() {
    let observer = RecordingObserver()
    let enumerator: NSFileProviderEnumerator = ListingEnumerator()
    enumerator.enumerateChanges(for: observer, from: anchor)
    #expect((observer.error as NSError?)?.domain == NSCocoaErrorDomain)
    #expect((observer.error as NSError?)?.code == NSFeatureUnsupportedError)
  }

  // A class that has a change feed is the one that is asked.
  @Test func `leave change enumeration to the class`() {
    let observer = RecordingObserver()
    let enumerator: NSFileProviderEnumerator = ExampleEnumerator(enumeratedItemIdentifier: .workingSet)
    enumerator.enumerateChanges(for: observer, from: NSFileProviderSyncAnchor(Data("an anchor".utf8)))
    #expect(observer.deleted == [NSFileProviderItemIdentifier("gone")])
    enumerator.enumerateChanges(for: observer, from: anchor)
    #expect((observer.error as? NSFileProviderError)?.code == .syncAnchorExpired)
  }

  private func throughHandler(_ enumerator: NSFileProviderEnumerator) async -> NSFileProviderSyncAnchor? {
    await withCheckedContinuation { continuation in
      enumerator.currentSyncAnchor(completionHandler: { continuation.resume(returning: $0) })
    }
  }
}

private final class ListingEnumerator: NSObject, NSFileProviderEnumerator {
  func invalidate() {}
  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {
    observer.finishEnumerating(upTo: nil)
  }
}

private final class CompletionEnumerator: NSObject, NSFileProviderEnumerator {
  func invalidate() {}
  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {}
  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(NSFileProviderSyncAnchor(Data("now".utf8)))
  }
}

private final class AsyncEnumerator: NSObject, NSFileProviderEnumerator {
  func invalidate() {}
  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {}
  func currentSyncAnchor() async -> NSFileProviderSyncAnchor? {
    await Task.yield()
    return NSFileProviderSyncAnchor(Data("now".utf8))
  }
}

private final class BothFormsEnumerator: NSObject, NSFileProviderEnumerator {
  func invalidate() {}
  func enumerateItems(for observer: NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage) {}
  func currentSyncAnchor() async -> NSFileProviderSyncAnchor? {
    NSFileProviderSyncAnchor(Data("async".utf8))
  }
  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(NSFileProviderSyncAnchor(Data("handler".utf8)))
  }
}
