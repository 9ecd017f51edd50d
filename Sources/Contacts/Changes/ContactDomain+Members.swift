import FileProviderStore
import VCard

extension ContactDomain {
  /// What is in each group.
  func groupMembers() throws(StoreError) -> GroupMembers {
    let groups = try groups(in: nil)
    var members: [ItemID: Set<ItemID>] = [:]
    var known: [String: [String: [ItemID]]] = [:]
    for group in groups {
      guard let item = item(group.group.identifier) else { continue }
      let container = group.container.identifier
      let items = if let items = known[container] { items } else { try itemsByUID(groups, in: container) }
      known[container] = items
      members[item] = Set(group.card.members.flatMap { items[$0] ?? [] })
    }
    return GroupMembers(members)
  }

  /// The contacts and groups of a container that have a `UID`.
  private func itemsByUID(_ groups: [StoredGroup], in container: String) throws(StoreError) -> [String: [ItemID]] {
    var items: [String: [ItemID]] = [:]
    _ = try forEachContact(in: container, selection([], hasUID: true)) { found in
      if let uid = found.uid { items[uid, default: []].append(found.item) }
      return true
    }
    for group in groups where group.container.identifier == container {
      if let uid = group.card.card.uid, let item = item(group.group.identifier) { items[uid, default: []].append(item) }
    }
    return items
  }

  /// The members that came and went.
  ///
  /// - Parameters:
  ///   - old: What the client knows; nil of one that knows nothing.
  ///   - isWanted: Whether changes of an item count.
  func memberChanges(
    from old: GroupMembers?, to new: GroupMembers, where isWanted: (ItemID) -> Bool = { _ in true }
  ) throws(StoreError) -> [ContactChange] {
    var changes: [ContactChange] = []
    for (group, members) in new.groups.sorted(by: { $0.key < $1.key }) {
      let before = old?.groups[group] ?? []
      for member in before.symmetricDifference(members).sorted() where isWanted(group) || isWanted(member) {
        let kind: ContactChange.Membership = members.contains(member) ? .added : .removed
        // The deletion of a member is told, and no more.
        if kind == .removed, try file(member) == nil { continue }
        changes.append(
          new.groups[member] == nil ? .member(member, kind, of: group) : .subgroup(member, kind, of: group))
      }
    }
    return changes
  }
}
