import FileProviderInterface
import Synchronization

/// Collects a page of anything, and looks at how it ends.
final class PageCollector<Item: Sendable>: Sendable {
  struct Page: Sendable {
    var items: [Item] = []
    var next: NSFileProviderPage?
    var error: NSError?
  }

  /// That a page is finished once, and nothing follows.
  private let rule: ConformanceRule
  private let ledger: Ledger
  private let done: @Sendable (Page) -> Void
  private let state = Mutex<(page: Page, hasEnded: Bool)>((Page(), false))

  init(_ rule: ConformanceRule, _ ledger: Ledger, done: @escaping @Sendable (Page) -> Void) {
    self.rule = rule
    self.ledger = ledger
    self.done = done
  }

  func add(_ items: [Item]) {
    let isLate = state.withLock { state in
      if !state.hasEnded { state.page.items += items }
      return state.hasEnded
    }
    if isLate { ledger.note(rule, "items were enumerated after the page was finished") }
  }

  func end(upTo nextPage: NSFileProviderPage?) { end { $0.next = nextPage } }

  func end(with error: any Error) {
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
    ledger.note(rule, page == nil ? "a page was finished more than once" : nil)
    if let page { done(page) }
  }
}
