/// A change as the reader of one container sees it.
package struct ItemChange: Sendable {
  package enum Event: String, Sendable {
    /// The item entered the container.
    case add
    /// The item changed.
    case update
    /// The item left the container or is gone.
    case delete
  }

  package var event: Event
  package var generation: Generation
  /// Microseconds since 1970, UTC.
  package var time: Int64
  /// The author's number; see `StoreReader.author`.
  package var author: Int64
  /// The user whose program made it, where that is not the store's owner.
  package var writer: UInt32?
  package var item: ItemID
  package var kind: ItemKind
  /// What changed, for an update.
  package var fields: ChangedFields
  /// The item as it is now; `nil` when it is gone, or the reader did not ask for whole items.
  package var record: ItemRecord? { whole?.record }
  /// The parent now, or the last one.
  package var parent: ItemID
  /// The name now, or the last one.
  package var name: FileName
  /// Where it was before, if it was moved or renamed.
  package var previousPlace: (parent: ItemID, name: FileName)?
  /// Behind a reference, so that a change without an item is small: changes are copied a lot.
  var whole: WholeItem?
}

/// An item that a change carries.
final class WholeItem: Sendable {
  let record: ItemRecord
  init(_ record: ItemRecord) { self.record = record }
}
