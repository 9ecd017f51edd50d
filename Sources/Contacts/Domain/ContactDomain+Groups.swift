import FileProviderStore

extension ContactDomain {
  /// The groups, in the order in which they were made.
  ///
  /// - Parameter container: The identifier of one; nil for all.
  func groups(in container: String?) throws(StoreError) -> [StoredGroup] {
    var groups: [StoredGroup] = []
    _ = try forEachFile(in: container) { (file, container) throws(StoreError) in
      do throws(StoreError) {
        if let group = try group(file, in: container) { groups.append(group) }
      } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
      }
      return true
    }
    return groups
  }

  /// The group with an identifier; nil if it is none of this domain.
  func group(_ identifier: String) throws(StoreError) -> StoredGroup? {
    guard let (file, container) = try file(identifier) else { return nil }
    return try group(file, in: container)
  }

  /// The groups in a group.
  func subgroups(of identifier: String) throws(StoreError) -> [StoredGroup] {
    guard let group = try group(identifier) else { return [] }
    let members = group.card.members
    return try groups(in: group.container.identifier).filter { $0.card.card.uid.map(members.contains) ?? false }
  }

  /// Visits the contacts of a group.
  ///
  /// - Parameters:
  ///   - keys: The properties that are needed, the others may be missing; nil for all.
  ///   - body: Returns whether to go on.
  /// - Returns: Whether all were visited.
  func forEachContact(
    inGroup identifier: String, keys: Set<String>?, _ body: (CNContact) -> Bool
  ) throws(StoreError) -> Bool {
    guard let group = try group(identifier) else { return true }
    let members = group.card.members
    return try forEachCard(in: group.container.identifier, keys: keys) { card in
      guard let uid = card.card.uid, members.contains(uid) else { return true }
      return body(card.contact)
    }
  }

  private func group(_ file: ContactFile, in container: CNContainer) throws(StoreError) -> StoredGroup? {
    try file.anyCard().flatMap { GroupCard($0) }.map {
      StoredGroup(
        card: $0, group: CNGroup(identifier: identifier(of: file.item.id), name: $0.name), container: container)
    }
  }
}
