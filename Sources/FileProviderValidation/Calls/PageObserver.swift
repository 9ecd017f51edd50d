import FileProviderInterface
import Synchronization

/// Collects a page.
final class PageObserver: NSObject, NSFileProviderEnumerationObserver, Sendable {
  struct Page: Sendable {
    var items: [SeenItem] = []
    var next: NSFileProviderPage?
    var error: NSError?
  }

  let suggestedPageSize: Int
  private let ledger: Ledger
  private let done: @Sendable (Page) -> Void
  private let state = Mutex<(page: Page, hasEnded: Bool)>((Page(), false))

  init(suggestedPageSize: Int, _ ledger: Ledger, done: @escaping @Sendable (Page) -> Void) {
    self.suggestedPageSize = suggestedPageSize
    self.ledger = ledger
    self.done = done
    super.init()
  }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
    let items = updatedItems.map { SeenItem($0, ledger) }
    let isLate = state.withLock { state in
      if !state.hasEnded { state.page.items += items }
      return state.hasEnded
    }
    if isLate { ledger.note(PagingRules.end, "items were enumerated after the page had been finished") }
  }

  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { end { $0.next = nextPage } }
  func finishEnumeratingWithError(_ error: any Error) {
    let error = error as NSError
    end { $0.error = error }
  }

  private func end(_ body: (inout Page) -> Void) {
    let page = state.withLock { state -> Page? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      body(&state.page)
      return state.page
    }
    ledger.note(PagingRules.end, page == nil ? "a page was finished more than once" : nil)
    if let page { done(page) }
  }
}
