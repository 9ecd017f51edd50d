import FileProviderInterface
import Foundation
import Synchronization

/// The rest of listings that are too long for one page.
final class PagedListings: Sendable {
  private struct Kept {
    var name: String
    var items: [KnownItem]
  }

  private let kept = Mutex<[Kept]>([])
  /// So many listings are kept; those who ask for a page of an older one begin again.
  private static let most = 8

  /// The items of a page, and the name of the next one.
  func page(_ items: [KnownItem], limit: Int) -> (items: ArraySlice<KnownItem>, next: String?) {
    guard items.count > limit else { return (items[...], nil) }
    let name = UUID().uuidString
    kept.withLock { kept in
      kept.append(Kept(name: name, items: Array(items.dropFirst(limit))))
      if kept.count > Self.most { kept.removeFirst() }
    }
    return (items.prefix(limit), name)
  }

  func rest(_ name: String) -> [KnownItem]? { kept.withLock { kept in kept.first { $0.name == name }?.items } }
}
