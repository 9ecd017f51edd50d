import Foundation

/// The observer of one page, which checks what the enumerator says of the next one.
struct ContentCollector: ContactItemContentObserver, Sendable {
  enum End: Sendable {
    case page(ContactItemPage)
    /// The marker from which changes are asked for.
    case content(Data)
  }

  let suggestedPageSize: Int
  private let page: ContactItemPage
  let collected = Collected<End>()

  init(_ page: ContactItemPage, suggestedPageSize: Int) {
    self.page = page
    self.suggestedPageSize = suggestedPageSize
  }

  func didEnumerate(_ items: [ContactItem]) { collected.append(items.map(\.change)) }

  func didFinishEnumeratingPage(upTo nextPage: ContactItemPage) {
    if let breach = breach(nextPage) { return collected.finish(.failure(breach)) }
    collected.finish(.success(.page(nextPage)))
  }

  func didFinishEnumeratingContent(upTo generationMarker: Data) {
    if !page.generationMarker.isEmpty, generationMarker != page.generationMarker {
      let breach = "all contacts end with another generation marker than their pages have"
      return collected.finish(.failure(EnumeratorRule.marker(breach)))
    }
    collected.finish(.success(.content(generationMarker)))
  }

  func didFinishEnumeratingContentWithError(_ error: any Error) { collected.finish(.failure(error)) }

  /// The rule that a next page breaks, if any.
  private func breach(_ next: ContactItemPage) -> EnumeratorRule? {
    if next.generationMarker.isEmpty { return .nextMarker("the next page has an empty generation marker") }
    if !page.generationMarker.isEmpty, next.generationMarker != page.generationMarker {
      return .nextMarker("the next page has another generation marker than this page")
    }
    // The offset is the provider's own count: an extension of iOS may have another one.
    return next == page && collected.count == 0 ? .offset("a page without items is followed by itself") : nil
  }
}
