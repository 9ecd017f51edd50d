import FileProviderInterface
import FileProviderStore
import Foundation

/// An item of a set, with a number that differs when the item has changed in the set.
struct SetMember {
  var item: any NSFileProviderItem
  var stamp: Int64
}

/// A set of items that can be gone through, and whose changes are told by comparing it with what it had.
protocol ChangingSet: NSFileProviderEnumerator {
  /// The set's name in the store's folder.
  static var name: String { get }

  func withStore(_ body: (ItemStore) throws -> Void) throws

  /// Goes through all members.
  func forEachPage(in store: ItemStore, _ body: ([SetMember]) throws -> Void) throws
}

extension ChangingSet {
  func invalidate() {}

  /// Tells what came to the set or has changed in it, and what has left it.
  func enumerateChanges(for observer: any NSFileProviderChangeObserver, from anchor: NSFileProviderSyncAnchor) {
    do {
      var next: NSFileProviderSyncAnchor?
      try withStore { store in
        let moments = try SetMoments(of: Self.name, store)
        var gone = try moments.members(at: anchor)
        var members: SetMoments.Members = [:]
        try forEachPage(in: store) { page in
          var changed: [any NSFileProviderItem] = []
          for member in page {
            let identifier = ExactText(member.item.itemIdentifier.rawValue)
            members[identifier] = member.stamp
            if gone.removeValue(forKey: identifier) != member.stamp { changed.append(member.item) }
          }
          if !changed.isEmpty { observer.didUpdate(changed) }
        }
        next = try moments.anchor(for: members)
        if !gone.isEmpty {
          observer.didDeleteItems(withIdentifiers: gone.keys.map { NSFileProviderItemIdentifier($0.text) })
        }
      }
      observer.finishEnumeratingChanges(upTo: next ?? anchor, moreComing: false)
    } catch { observer.finishEnumeratingWithError((error as? StoreError)?.providerError ?? error) }
  }

  func currentSyncAnchor(completionHandler: @escaping @Sendable (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(anchorOfNow())
  }

  /// The anchor of what the set has now; `nil` where it cannot be kept.
  private func anchorOfNow() -> NSFileProviderSyncAnchor? {
    var anchor: NSFileProviderSyncAnchor?
    try? withStore { store in
      var members: SetMoments.Members = [:]
      try forEachPage(in: store) { page in
        for member in page { members[ExactText(member.item.itemIdentifier.rawValue)] = member.stamp }
      }
      anchor = try SetMoments(of: Self.name, store).anchor(for: members)
    }
    return anchor
  }
}
