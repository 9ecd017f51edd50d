import FileProviderStore
import Foundation

/// Identifies a contact or a container on this machine: an item of a store. It stays when the item is renamed, moved or changed.
struct RecordIdentifier {
  let store: UUID
  let item: ItemID

  init(store: UUID, item: ItemID) {
    self.store = store
    self.item = item
  }

  /// - Returns: Nil of a text that is no identifier of this module. There is one text for each.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let store = UUID(uuidString: String(parts[0])), let item = Int64(parts[1]) else {
      return nil
    }
    self.init(store: store, item: ItemID(rawValue: item))
    guard self.text == text else { return nil }
  }

  /// As clients have it.
  var text: String { Self.prefix(store) + "\(item)" }

  /// What the identifiers of a store's records begin with.
  static func prefix(_ store: UUID) -> String { store.uuidString + ":" }

  /// The item; nil if it is of another store.
  func item(in store: ItemStore) -> ItemID? { self.store == store.uuid ? item : nil }
}
