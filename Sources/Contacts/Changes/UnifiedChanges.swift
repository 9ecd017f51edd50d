import FileProviderStore
import Foundation

/// Turns the changes of contacts into those of unified contacts.
///
/// A contact that is linked with one before it is deleted for the client; when the link is gone, it is added. The leader is updated with each change of those that it leads. What was linked when the
/// client's token was made is in the token; without that the changes of links could not be told from the log.
struct UnifiedChanges {
  private let parts: [ContactChanges]
  private let domains: OpenedDomains
  private let old: ContactLinks
  /// The contacts that are one now.
  let links: ContactLinks
  /// Whether the changes of some authors are left out.
  private let isSelective: Bool
  private let changed: Set<ContactPlace>
  /// The contacts that are, or were, linked with one that has changed or was linked or separated.
  private let touched: Set<ContactPlace>

  /// - Parameter parts: The changes of each domain.
  init(_ parts: [ContactChanges], _ domains: OpenedDomains, for request: CNChangeHistoryFetchRequest) {
    self.parts = parts
    self.domains = domains
    isSelective = request.excludedTransactionAuthors?.isEmpty == false
    old = ContactLinks(parts.map { $0.start?.links ?? LinkedContacts() }, in: domains)
    links = ContactLinks(parts.map { $0.end.links ?? LinkedContacts() }, in: domains)
    // What is not known to have been linked before was not linked by an author who is left out.
    let tellsLinks = !isSelective || parts.contains { $0.start != nil && $0.start?.links == nil }
    if old.unifiesNothing, links.unifiesNothing {
      (changed, touched) = ([], [])
      return
    }
    var changed: Set<ContactPlace> = []
    for (domain, part) in parts.enumerated() {
      for item in part.changes.lazy.compactMap(\.changedContact) {
        changed.insert(ContactPlace(domain: domain, item: item))
      }
    }
    var touched: Set<ContactPlace> = []
    for link in old.links.union(links.links) {
      // A copy may have been a part for a time.
      let (before, now) = (old.cards(of: link), links.cards(of: link))
      let isTouched = (before + now).contains(where: changed.contains) || tellsLinks && before != now
      if isTouched { touched.formUnion(before + now) }
    }
    self.changed = changed
    self.touched = touched
  }

  /// The changes of each domain.
  func changes() throws(StoreError) -> [[ContactChange]] {
    if old.unifiesNothing, links.unifiesNothing { return parts.map(\.changes) }
    var result: [[ContactChange]] = []
    for (domain, part) in parts.enumerated() {
      var changes: [ContactChange] = []
      for change in part.changes where !change.isOfMembership { try append(change, of: part, domain, to: &changes) }
      for place in touched.subtracting(changed).sorted(by: { $0.item < $1.item }) where place.domain == domain {
        if let change = try change(of: place, itself: nil) { changes.append(change) }
      }
      changes += part.changes.filter(\.isOfSubgroup)
      changes += try memberChanges(of: part, domain)
      result.append(changes)
    }
    return result
  }

  private func append(
    _ change: ContactChange, of part: ContactChanges, _ domain: Int, to changes: inout [ContactChange]
  ) throws(StoreError) {
    guard let item = change.changedContact else { return changes.append(change) }
    let place = ContactPlace(domain: domain, item: item)
    // Who drops everything knows of no contact that would have to be deleted.
    if part.start == nil, links.hides(place) { return }
    if let change = try self.change(of: place, itself: change) { changes.append(change) }
  }

  /// What a client is told of a contact.
  ///
  /// - Parameter change: Its own change; nil if it has none.
  private func change(of place: ContactPlace, itself change: ContactChange?) throws(StoreError) -> ContactChange? {
    if case .delete? = change { return change }
    switch (old.hides(place), links.hides(place)) {
    // A client that ended before it kept a token may know it, unless the link has been the same all the time.
    case (true, true):
      return change == nil || links.hasSameLink(place, as: old) ? nil : .delete(place.item)
    case (false, true): return .delete(place.item)
    case (true, false): return try domains[place.domain].addition(of: place.item)
    case (false, false):
      // The author of a deletion may be excluded.
      if change == nil, try domains[place.domain].file(place.item) == nil { return nil }
      return change ?? .update(place.item)
    }
  }

  /// The unified contacts that came into groups, and left them.
  private func memberChanges(of part: ContactChanges, _ domain: Int) throws(StoreError) -> [ContactChange] {
    guard let now = part.end.members else { return [] }
    let before = part.start?.members
    let changedGroups = Set(part.changes.lazy.compactMap(\.changedGroup))
    var changes: [ContactChange] = []
    for (group, members) in now.groups.sorted(by: { $0.key < $1.key }) {
      let leaders = unified(of: members, in: now, domain, links)
      let former = Set(unified(of: before?.groups[group] ?? [], in: before, domain, old).keys)
      let isGroupChanged = changedGroups.contains(group)
      func isWanted(_ place: ContactPlace) -> Bool {
        !isSelective || isGroupChanged || changed.contains(place) || touched.contains(place)
      }
      for (leader, member) in leaders.sorted(by: { $0.value < $1.value }) where isWanted(leader) {
        // One that was hidden for a time may have been deleted, and was no member since.
        if !former.contains(leader) || touched.contains(leader) { changes.append(.member(member, .added, of: group)) }
      }
      for leader in former.subtracting(leaders.keys).sorted(by: { $0.item < $1.item }) where isWanted(leader) {
        // The deletion of a member is told, and no more.
        guard !links.hides(leader), try domains[leader.domain].file(leader.item) != nil else { continue }
        changes.append(.formerMember(leader, of: group))
      }
    }
    return changes
  }

  /// The unified contacts in a group, each with the first of its parts that is a member.
  private func unified(
    of members: Set<ItemID>, in groups: GroupMembers?, _ domain: Int, _ links: ContactLinks
  ) -> [ContactPlace: ItemID] {
    let contacts = members.filter { groups?.groups[$0] == nil }.sorted()
    let leaders = contacts.map { (links.leader(of: ContactPlace(domain: domain, item: $0)), $0) }
    return Dictionary(leaders) { first, _ in first }
  }
}

extension ContactDomain {
  /// The addition of a contact that is there; nil if it is gone by now.
  fileprivate func addition(of item: ItemID) throws(StoreError) -> ContactChange? {
    guard let container = try file(item).flatMap({ self.item($0.1.identifier) }) else { return nil }
    return .add(item, container: container)
  }
}

extension ContactChange {
  fileprivate var isOfMembership: Bool {
    switch self {
    case .member, .subgroup, .formerMember: true
    default: false
    }
  }

  fileprivate var isOfSubgroup: Bool { if case .subgroup = self { true } else { false } }

  fileprivate var changedGroup: ItemID? {
    switch self {
    case .addGroup(let item, _), .updateGroup(let item), .deleteGroup(let item): item
    default: nil
    }
  }
}
