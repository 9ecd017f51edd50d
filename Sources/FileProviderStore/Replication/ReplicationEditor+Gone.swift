// The first that is known of a deletion at the provider; `MassDeletionEditor+Held.swift` has what becomes of it.
extension ReplicationEditor {
  /// Notes that the provider reports an item gone. What follows is decided when all that belongs together was reported.
  ///
  /// - Parameter state: `absent` where the provider is to be asked for the item first.
  package func noteGone(_ id: ItemID, _ state: HeldState = .reported) throws(StoreError) {
    guard !id.isFixed else { return }
    guard try reader.item(id) != nil else { return try forgetProvided(id) }
    if try ProvidedReader(reader).heldState(of: id) == nil { try noteMoreGone() }
    transaction.memory.isAnythingHeld = true
    let row = try reader.statement(.hold)
    row.bind(1, id)
    row.bind(2, state.rawValue)
    row.bind(3, transaction.time.rawValue / 1000)
    try row.run()
  }

  /// Notes of what is in folders that are gone that it is gone itself, so that what is moved out of them is held, too.
  ///
  /// - Parameter states: Those of the folders. One that has another by now has been decided on meanwhile, and what is in it shares that.
  func noteGone(
    _ state: HeldState, withFolders ids: some Sequence<ItemID>, in states: ClosedRange<HeldState>
  ) throws(StoreError) {
    for id in ids {
      guard let item = try reader.item(id), let folder = try ProvidedReader(reader).heldState(of: item.parent),
        states.contains(folder)
      else { continue }
      try noteGone(id, state)
    }
  }
}
