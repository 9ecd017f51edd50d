import FileProviderStore
import Foundation
import VCard

/// Changes the groups of a store in a transaction. Their cards are written at its end, each once.
final class GroupEditor {
  private let editor: ContactEditor
  private var changed: [ItemID: (file: ContactFile, card: GroupCard)] = [:]

  init(_ editor: ContactEditor) { self.editor = editor }

  /// Whether an item is a group.
  func hasGroup(_ id: ItemID) throws(StoreError) -> Bool { try group(id) != nil }

  func add(_ group: CNGroup, to container: String?) throws(StoreError) -> ItemID {
    try editor.add(GroupCard(name: group.name, uid: group.identifier).card, to: container)
  }

  func rename(_ id: ItemID, to name: String) throws(StoreError) {
    try change(id) { $0.name = name }
  }

  func delete(_ id: ItemID) throws(StoreError) {
    guard let group = try group(id) else { return }
    changed[id] = nil
    try editor.delete(group.file)
  }

  /// Makes a contact or a group a member, which gets a `UID` if it has none.
  func add(_ member: ContactFile, to id: ItemID) throws(StoreError) {
    guard let group = try group(id) else { return }
    guard group.file.item.parent == member.item.parent else {
      let reason = "a group and its members are in one container"
      throw StoreError(CNError(.containmentScope, userInfo: [NSLocalizedDescriptionKey: reason]))
    }
    let uid = try uid(of: member)
    var seen: Set<ItemID> = []
    if try contains(id, in: member.item.id, &seen) { throw StoreError(CNError(.containmentCycle)) }
    try change(id) { $0.add(uid) }
  }

  func remove(_ member: ContactFile, from id: ItemID) throws(StoreError) {
    guard let uid = try card(of: member)?.uid else { return }
    try change(id) { $0.remove(uid) }
  }

  /// Writes what was changed.
  func finish() throws(StoreError) {
    for (file, card) in changed.values { try editor.write(card.card, to: file) }
  }

  private func change(_ id: ItemID, _ body: (inout GroupCard) -> Void) throws(StoreError) {
    guard var group = try group(id) else { return }
    let old = group.card.card
    body(&group.card)
    if group.card.card != old { changed[id] = group }
  }

  private func group(_ id: ItemID) throws(StoreError) -> (file: ContactFile, card: GroupCard)? {
    if let group = changed[id] { return group }
    guard let file = try editor.file(id), let card = try file.anyCard().flatMap({ GroupCard($0) }) else { return nil }
    return (file, card)
  }

  private func card(of file: ContactFile) throws(StoreError) -> Card? {
    if let group = changed[file.item.id] { return group.card.card }
    return try file.anyCard()
  }

  private func uid(of file: ContactFile) throws(StoreError) -> String {
    guard var card = try card(of: file) else { throw StoreError(CNError(.recordDoesNotExist)) }
    if let uid = card.uid { return uid }
    let uid = UUID().uuidString
    card.lines.append(CardLine(CardProperty("UID", value: uid)))
    if let group = GroupCard(card) {
      changed[file.item.id] = (file, group)
    } else {
      try editor.write(card, to: file)
    }
    return uid
  }

  /// Whether a group is in another one, or is that.
  ///
  /// - Parameter seen: What was looked at: other programs may have made circles.
  private func contains(_ id: ItemID, in other: ItemID, _ seen: inout Set<ItemID>) throws(StoreError) -> Bool {
    if id == other { return true }
    guard seen.insert(other).inserted, let group = try group(other) else { return false }
    let members = group.card.members
    for sibling in try editor.files(beside: group.file) {
      let card: Card?
      do throws(StoreError) { card = try self.group(sibling)?.card.card } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        continue
      }
      guard let uid = card?.uid, members.contains(uid) else { continue }
      if try contains(id, in: sibling, &seen) { return true }
    }
    return false
  }
}
