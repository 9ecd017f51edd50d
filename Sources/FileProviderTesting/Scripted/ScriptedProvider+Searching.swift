public import FileProviderInterface
import UniformTypeIdentifiers

/// It finds the items whose names have the query in them.
extension ScriptedProvider: NSFileProviderSearching {
  public func searchEnumerator(
    for request: NSFileProviderStringSearchRequest
  ) -> any NSFileProviderSearchEnumerator {
    ScriptedSearch(request.query, base, faults)
  }
}

/// One search. Its pages have as many results as the provider's pages have items.
private final class ScriptedSearch: NSObject, NSFileProviderSearchEnumerator, Sendable {
  private let query: String
  private let base: MemoryProvider
  private let faults: FaultPlan

  init(_ query: String, _ base: MemoryProvider, _ faults: FaultPlan) {
    self.query = query
    self.base = base
    self.faults = faults
    super.init()
  }

  func enumerateSearchResults(
    for observer: any NSFileProviderSearchEnumerationObserver, startingAt page: NSFileProviderPage?
  ) {
    let fault = faults.next(.search, of: query)
    fault?.block()
    let found = base.tree.items.filter { $0.name.localizedCaseInsensitiveContains(query) }.map { ScriptedResult($0) }
    let start = page.flatMap { Int(String(decoding: $0.rawValue, as: UTF8.self)) } ?? 0
    let size = min(base.pageSize, observer.maximumNumberOfResultsPerPage)
    let end = min(start + size, found.count)
    switch fault?.effect {
    case .never: return
    case .error:
      return observer.finishEnumeratingWithError(fault?.error ?? NSFileProviderError(.cannotSynchronize))
    case .flood:
      let most = observer.maximumNumberOfResultsPerPage
      for _ in 0...(found.isEmpty ? 0 : most / found.count) { observer.didEnumerate(found) }
      return observer.finishEnumerating(upTo: nil)
    case .loop:
      observer.didEnumerate(Array(found[start..<end]))
      return observer.finishEnumerating(upTo: NSFileProviderPage(Data("\(start)".utf8)))
    case .longToken:
      observer.didEnumerate(Array(found[start..<end]))
      return observer.finishEnumerating(upTo: NSFileProviderPage(Data(repeating: 0x30, count: 501)))
    default: break
    }
    observer.didEnumerate(Array(found[start..<end]))
    observer.finishEnumerating(upTo: end < found.count ? NSFileProviderPage(Data("\(end)".utf8)) : nil)
  }

  func invalidate() {}
}

private final class ScriptedResult: NSObject, NSFileProviderSearchResult, Sendable {
  private let item: MemoryItem

  init(_ item: MemoryItem) {
    self.item = item
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(item.identifier) }
  var filename: String { item.name }
  var creationDate: Date? { nil }
  var contentModificationDate: Date? { item.modified }
  var lastUsedDate: Date? { nil }
  var contentType: UTType { item.kind == .folder ? .folder : .data }
  var documentSize: NSNumber? { NSNumber(value: item.contents.count) }
}
