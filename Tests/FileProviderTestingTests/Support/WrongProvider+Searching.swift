import FileProvider
import FileProviderTesting
import Foundation
import UniformTypeIdentifiers

/// It finds the items whose names have the query in them.
extension WrongProvider: NSFileProviderSearching {
  func searchEnumerator(for request: NSFileProviderStringSearchRequest) -> any NSFileProviderSearchEnumerator {
    WrongSearch(request.query, self)
  }
}

private final class WrongSearch: NSObject, NSFileProviderSearchEnumerator {
  private let results: [WrongResult]
  private let fault: WrongFault

  init(_ query: String, _ provider: WrongProvider) {
    let found = provider.base.tree.items.filter { $0.name.contains(query) }
    fault = provider.fault
    let unknown = fault == .findsUnknown ? [MemoryItem("in the index alone")] : []
    results = (found + unknown).map { WrongResult($0) }
    super.init()
  }

  func enumerateSearchResults(
    for observer: any NSFileProviderSearchEnumerationObserver, startingAt page: NSFileProviderPage?
  ) {
    let start = page.flatMap { Int(String(decoding: $0.rawValue, as: UTF8.self)) } ?? 0
    let most = fault == .searchFlood ? results.count : observer.maximumNumberOfResultsPerPage
    let end = min(start + most, results.count)
    observer.didEnumerate(Array(results[start..<end]))
    var next = end < results.count ? NSFileProviderPage(Data("\(end)".utf8)) : nil
    if fault == .searchLoops, next == nil { next = page }
    if fault == .longSearchPage, next != nil { next = NSFileProviderPage(Data(repeating: 0x30, count: 501)) }
    observer.finishEnumerating(upTo: next)
    if fault == .searchEndsTwice { observer.finishEnumerating(upTo: next) }
  }

  func invalidate() {}
}

private final class WrongResult: NSObject, NSFileProviderSearchResult {
  private let item: MemoryItem

  init(_ item: MemoryItem) {
    self.item = item
    super.init()
  }

  var itemIdentifier: NSFileProviderItemIdentifier { NSFileProviderItemIdentifier(item.identifier) }
  var filename: String { item.name }
  var creationDate: Date? { nil }
  var contentModificationDate: Date? { nil }
  var lastUsedDate: Date? { nil }
  var contentType: UTType { .data }
  var documentSize: NSNumber? { nil }
}
