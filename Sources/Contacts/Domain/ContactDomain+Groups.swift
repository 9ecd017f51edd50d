import FileProviderStore
import VCard

extension ContactDomain {
  /// The groups, in the order in which they were made.
  ///
  /// - Parameter container: The identifier of one; nil for all.
  func groups(in container: String?) throws(StoreError) -> [StoredGroup] {
    index?.prepare()
    let selection = selection([]).indexed
    var groups: [StoredGroup] = []
    _ = try forEachPage(in: container) { (page, container) throws(StoreError) in
      let cards = index?.cards(page.files.map(\.item.id), selection)
      for (position, file) in page.files.enumerated() {
        if let card = cards?[position], card.isCurrent(file.item), card.kind != .group { continue }
        do throws(StoreError) {
          if let group = try group(file, in: container) { groups.append(group) }
        } catch {
          guard ContactFile.isUnreadable(error) else { throw error }
        }
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
  ///   - selection: One with the `UID`.
  ///   - body: Returns whether to go on.
  /// - Returns: Whether all were visited.
  func forEachContact(
    inGroup identifier: String, _ selection: ContactSelection, _ body: (FoundContact) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    guard let group = try group(identifier) else { return true }
    let members = group.card.members
    return try forEachContact(in: group.container.identifier, selection) { (contact) throws(StoreError) in
      guard let uid = contact.uid, members.contains(uid) else { return true }
      return try body(contact)
    }
  }

  private func group(_ file: ContactFile, in container: CNContainer) throws(StoreError) -> StoredGroup? {
    try file.anyCard().flatMap { GroupCard($0) }.map {
      StoredGroup(
        card: $0, group: CNGroup(identifier: identifier(of: file.item.id), name: $0.name), container: container)
    }
  }
}
