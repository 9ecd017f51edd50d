import FileProvider
import Foundation
import Testing

@Suite("Pages and anchors") struct PageTests {
  // The initial pages are objects that client code casts, to bytes or to a page.
  @Test func `cast from the initial pages`() {
    let data = NSFileProviderPage.initialPageSortedByName as Data
    let page = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    #expect(page.rawValue == data)
    #expect(page == NSFileProviderPage(NSFileProviderPage.initialPageSortedByName as Data))
    #expect(page != NSFileProviderPage.initialPageSortedByDate as NSFileProviderPage)
    #expect(page as NSData == NSFileProviderPage.initialPageSortedByName)
  }

  // A token is a value: equal bytes, equal token, in both of its spellings.
  @Test func `compare by their bytes`() {
    #expect(NSFileProviderPage(Data([1])) == NSFileProviderPage(rawValue: Data([1])))
    #expect(NSFileProviderSyncAnchor(Data([1])) == NSFileProviderSyncAnchor(rawValue: Data([1])))
    #expect(NSFileProviderSyncAnchor(Data([1])) != NSFileProviderSyncAnchor(Data([2])))
    #expect(Set([NSFileProviderPage(Data([1])), NSFileProviderPage(Data([1]))]).count == 1)
  }
}
