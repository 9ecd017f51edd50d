import FileProviderDomains
import FileProviderInterface
import FileProviderProgram
import FileProviderStore
import Foundation

/// An item of a set, with a number that differs when the item has changed in the set.
struct SetMember {
  var item: any NSFileProviderItem
  var stamp: Int64
}

/// A set of items that can be enumerated, and whose changes are found by comparing it with an earlier state.
protocol ChangingSet: NSFileProviderEnumerator {
  /// The set's name in the store's folder.
  static var name: String { get }

  func withStore(_ body: (ItemStore) throws -> Void) throws

  /// Goes through all members.
  func forEachPage(in store: ItemStore, _ body: ([SetMember]) throws -> Void) throws
}

extension ChangingSet {
  package func invalidate() {}

  /// Reports items that were added, changed or removed.
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

  /// The anchor of the set's present state; `nil` if it cannot be stored.
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
