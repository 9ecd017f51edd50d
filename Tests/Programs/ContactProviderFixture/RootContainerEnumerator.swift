import ContactProvider
import Foundation

/// All contacts of the source by their numbers, and later what has changed since a generation.
class RootContainerEnumerator: ContactItemEnumerator {
  private var domain: ContactProviderDomain?
  private let file = URL(fileURLWithPath: ProcessInfo.processInfo.environment["CONTACTS_SOURCE"] ?? "")

  func configure(for domain: ContactProviderDomain) {
    self.domain = domain
  }

  func enumerateContent(in page: ContactItemPage, for observer: any ContactItemContentObserver) async {
    do {
      let source = try Source(file)
      // The first page alone chooses the generation.
      let marker = page == .initialPage ? source.marker : page.generationMarker
      guard marker == source.marker else { throw ContactProviderError.pageExpired }
      let size = source.pageSize ?? observer.suggestedPageSize
      let records = source.contacts.dropFirst(page.offset).prefix(size)
      source.wait()
      observer.didEnumerate(records.map(\.item))
      let offset = page.offset + records.count
      if offset < source.contacts.count {
        observer.didFinishEnumeratingPage(upTo: ContactItemPage(generationMarker: marker, offset: offset))
      } else {
        observer.didFinishEnumeratingContent(upTo: marker)
      }
    } catch {
      observer.didFinishEnumeratingContentWithError(error)
    }
  }

  func enumerateChanges(startingAt syncAnchor: ContactItemSyncAnchor, for observer: any ContactItemChangeObserver) async
  {
    do {
      let source = try Source(file)
      let generation = Int(String(decoding: syncAnchor.generationMarker, as: UTF8.self)) ?? 0
      guard generation >= source.oldest else { throw ContactProviderError.changeAnchorExpired }
      let changed = source.contacts.filter { $0.generation > generation }
      let gone = source.deleted.filter { $0.generation > generation }
      let size = source.pageSize ?? observer.suggestedBatchSize
      let some = changed.dropFirst(syncAnchor.offset).prefix(size)
      source.wait()
      observer.didUpdate(some.map(\.item))
      let offset = syncAnchor.offset + some.count
      if offset < changed.count {
        let next = ContactItemSyncAnchor(generationMarker: syncAnchor.generationMarker, offset: offset)
        return observer.didFinishEnumeratingChanges(upTo: next, moreComing: true)
      }
      observer.didDelete(gone.map { ContactItem.Identifier($0.id) })
      let end = ContactItemSyncAnchor(generationMarker: source.marker, offset: 0)
      observer.didFinishEnumeratingChanges(upTo: end, moreComing: false)
    } catch {
      observer.didFinishEnumeratingChangesWithError(error)
    }
  }

  func invalidate() async {}
}
