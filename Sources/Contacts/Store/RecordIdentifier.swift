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

  /// - Returns: Nil of a text that is no identifier of this module.
  init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let store = UUID(uuidString: String(parts[0])), let item = Int64(parts[1]) else {
      return nil
    }
    self.init(store: store, item: ItemID(rawValue: item))
  }

  /// As clients have it.
  var text: String { "\(store.uuidString):\(item)" }
}
