/// Handles names that are taken.
///
/// A provider may have two items of one name in a folder, for a moment (two items exchanged theirs, and the change of
/// one came first) or for good (some stores allow it). The later item gets a number here, `name (2).ext`, and a row in
/// `numbered_names`. After each change to that folder that the provider reports, and after each pull, the noted
/// items get their own names back where those are free.
extension RescueEditor {
  /// A free name in a folder for an item with a given name at its provider.
  ///
  /// - Returns: The name, and whether it is the item's own.
  func freeName(
    for filename: String, in parent: ItemID, except id: ItemID? = nil
  ) throws(StoreError) -> (name: FileName, isOwn: Bool) {
    let own = FileName(providing: filename)
    if try isFree(own, in: parent, except: id) { return (own, true) }
    var number = 2
    while true {
      let candidate = own.numbered(number)
      if try isFree(candidate, in: parent, except: id) { return (candidate, false) }
      // With many items of one name this avoids a probe for each of them.
      number += number < 16 ? 1 : Int.random(in: 1...number)
    }
  }

  private func isFree(_ name: FileName, in parent: ItemID, except id: ItemID?) throws(StoreError) -> Bool {
    guard let holder = try reader.child(of: parent, named: name) else { return true }
    return holder.id == id
  }

  /// Notes whether an item has its own name.
  func noteName(of id: ItemID, in parent: ItemID, isOwn: Bool) throws(StoreError) {
    guard try hasOwnName(id, in: parent) != isOwn else { return }
    try noteName(of: id, in: parent, isOwn ? .endNumberedName : .noteNumberedName)
  }

  /// Whether no note says that an item in a folder does not have its own name.
  func hasOwnName(_ id: ItemID, in parent: ItemID) throws(StoreError) -> Bool {
    try !ProvidedReader(reader).isNumbered(id, in: parent)
  }

  /// Gives the noted items of a folder their own names back, where those are free now.
  ///
  /// - Returns: Those whose names another item has.
  @discardableResult
  package func giveBackNames(in parent: ItemID) throws(StoreError) -> [ItemID] {
    var left: [ItemID] = []
    for id in try ProvidedReader(reader).renamedItems(in: parent) {
      guard let record = try reader.record(id), record.parent == parent,
        let row = try ProvidedReader(reader).provided(id)
      else {
        try noteName(of: id, in: parent, .endNumberedName)
        continue
      }
      if try ProvidedReader(reader).pending(id)?.dirty.contains(.filename) == true { continue }
      let own = FileName(providing: row.filename)
      if own != record.name {
        guard try isFree(own, in: parent, except: nil) else {
          left.append(id)
          continue
        }
        try TreeEditor(transaction).place(record, in: parent, name: own)
        try transaction.touch(folder: parent)
      }
      try noteName(of: id, in: parent, .endNumberedName)
    }
    return left
  }

  private func noteName(of id: ItemID, in parent: ItemID, _ change: ChangeStatement) throws(StoreError) {
    let row = try reader.statement(change)
    row.bind(1, parent)
    row.bind(2, id)
    try row.run()
  }
}
