import FileProviderInterface
import Foundation
import Synchronization

/// The rest of listings that are too long for one page.
final class PagedListings: Sendable {
  private struct Kept {
    /// The names of the page and of the listing that it belongs to.
    var (name, listing): (String, String)
    /// They share the memory of those of all pages of the listing.
    var items: ArraySlice<KnownItem>
  }

  private let kept = Mutex<[Kept]>([])
  /// So many pages are kept, of each listing the next one and the one before; those who ask for an older one begin again.
  private static let most = 64

  /// The items of a page, and the name of the next one.
  ///
  /// - Parameters:
  ///   - items: Those of the page and of all that follow.
  ///   - name: That of the page; `nil` for the first.
  func page(
    _ items: ArraySlice<KnownItem>, named name: String?, limit: Int
  ) -> (items: ArraySlice<KnownItem>, next: String?) {
    guard items.count > limit else {
      if let name { end(name, items) }
      return (items, nil)
    }
    let next = UUID().uuidString
    kept.withLock { kept in
      let listing = kept.first { $0.name == name }?.listing ?? next
      kept.removeAll { $0.listing == listing && $0.name != name }
      kept.append(Kept(name: next, listing: listing, items: items.dropFirst(limit)))
      if kept.count > Self.most { kept.removeFirst() }
    }
    return (items.prefix(limit), next)
  }

  /// Keeps of a listing that has ended only its last page, for those who ask for it again.
  private func end(_ name: String, _ items: ArraySlice<KnownItem>) {
    kept.withLock { kept in
      guard let listing = kept.first(where: { $0.name == name })?.listing else { return }
      kept.removeAll { $0.listing == listing }
      kept.append(Kept(name: name, listing: listing, items: Array(items)[...]))
    }
  }

  func rest(_ name: String) -> ArraySlice<KnownItem>? {
    kept.withLock { kept in kept.first { $0.name == name }?.items }
  }
}
