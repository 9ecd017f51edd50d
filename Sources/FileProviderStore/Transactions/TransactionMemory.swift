/// What the changes of an open transaction have read, and later ones will likely need.
///
/// No other process writes meanwhile. Every write of a row forgets it here, or stores the new one. Where one file after
/// another is made in a folder, its row was read three times for each: 7 of 41 µs.
final class TransactionMemory {
  /// The folders touched last, the newest first.
  private var folders: [ItemAttributes] = []
  private static let capacity = 4
  /// Whether the domain has a provider, once it was asked for.
  var hasProvider: Bool?
  /// See `ReplicationEditor.isAnythingPending`.
  var isAnythingPending: Bool?
  /// See `ReplicationEditor.isAnythingUnconfirmed`.
  var isAnythingUnconfirmed: Bool?
  /// See `ReplicationEditor.isAnythingHeld`.
  var isAnythingHeld: Bool?

  func folder(_ id: ItemID) -> ItemAttributes? {
    for folder in folders where folder.id == id { return folder }
    return nil
  }

  /// Notes a folder as it is now.
  func note(_ folder: ItemAttributes) {
    if let place = folders.firstIndex(where: { $0.id == folder.id }) {
      folders[place] = folder
      return
    }
    if folders.count == Self.capacity { folders.removeLast() }
    folders.insert(folder, at: 0)
  }

  /// Forgets an item whose row was written.
  func forget(_ id: ItemID) { folders.removeAll { $0.id == id } }

  /// Forgets everything: the transaction ends.
  func clear() {
    folders.removeAll(keepingCapacity: true)
    hasProvider = nil
    isAnythingPending = nil
    isAnythingUnconfirmed = nil
    isAnythingHeld = nil
  }
}
