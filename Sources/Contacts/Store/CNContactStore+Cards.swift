import FileProviderStore
import LinuxSystem

extension CNContactStore {
  /// Whether all of its contacts are in one domain, whose log says when to look for changes.
  package var hasOneDomain: Bool { domains.count == 1 }

  /// Feeds the index of cards for about a second at most, as a fetch does.
  ///
  /// - Returns: Whether it is complete, or cannot be fed now: it cannot be made, or another process feeds it.
  package func feedIndex() throws -> Bool {
    let start = MonotonicClock.now
    let isComplete = try reading { (domains) throws(StoreError) in
      domains.compactMap(\.index).allSatisfy { index in
        index.prepare()
        return index.isComplete
      }
    }
    return isComplete || MonotonicClock.now - start < ContactIndexing.longestFeeding
  }

  /// Visits unified contacts with some properties, in the order in which they were made.
  ///
  /// - Parameters:
  ///   - container: The identifier of one; nil for all.
  ///   - query: What they match; nil for all.
  ///   - keys: The properties, and those that the query needs.
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachContact(
    in container: String? = nil, matching query: ContactQuery? = nil, keys: [any CNKeyDescriptor],
    _ body: (CNContact) -> Void
  ) throws -> [String] {
    var unreadable: [String] = []
    let keys = Set(keys.flatMap(\.keys)).union(query == nil ? [] : ContactQuery.keys)
    try reading { (domains) throws(StoreError) in
      let unification = ContactUnification(domains, keys: keys)
      for (index, domain) in domains.enumerated() {
        _ = try domain.forEachContact(
          in: container, matching: query?.indexQuery, domain.selection(keys),
          unreadable: { unreadable.append($0.path(in: $1)) },
          { (found) throws(StoreError) in
            guard query?.matches(found.contact) ?? true else { return true }
            if let contact = try unification.contact(found, in: index) { body(contact) }
            return true
          })
      }
    }
    return unreadable
  }

  /// Visits those of some contacts that are there, unified, in this order, with some properties.
  ///
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachContact(
    withIdentifiers identifiers: [String], keys: [any CNKeyDescriptor], _ body: (CNContact) -> Void
  ) throws -> [String] {
    var unreadable: [String] = []
    let keys = Set(keys.flatMap(\.keys))
    try reading { (domains) throws(StoreError) in
      let selections = domains.map { $0.selection(keys) }
      let unification = ContactUnification(domains, keys: keys)
      for domain in domains { domain.index?.prepare() }
      for identifier in identifiers {
        for (index, domain) in domains.enumerated() {
          guard let item = domain.item(identifier) else { continue }
          let found = try domain.readable(identifier, &unreadable) { () throws(StoreError) in
            try domain.contact(item, selections[index])
          }
          if let found, let contact = try unification.contact(found, in: index) { body(contact) }
          break
        }
      }
    }
    return unreadable
  }

  /// Visits the contacts with their cards, in the order in which they were made.
  ///
  /// - Parameters:
  ///   - container: The identifier of one; nil for all.
  ///   - includesGroups: Whether the cards of groups are visited, too.
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachCard(
    in container: String? = nil, includesGroups: Bool = false, _ body: (StoredCard) throws -> Void
  ) throws -> [String] {
    var failure: (any Error)?
    var unreadable: [String] = []
    try reading { (domains) throws(StoreError) in
      for domain in domains where failure == nil {
        _ = try domain.forEachCard(
          in: container, includesGroups: includesGroups, unreadable: { unreadable.append($0.path(in: $1)) },
          { card in
            do { try body(card) } catch { failure = error }
            return failure == nil
          })
      }
    }
    if let failure { throw failure }
    return unreadable
  }

  /// Visits those of some contacts that are there, in this order, and after each what it is linked with.
  ///
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachCard(
    withIdentifiers identifiers: [String], _ body: (StoredCard) throws -> Void
  ) throws -> [String] {
    try forEachCards(withIdentifiers: identifiers) { cards, _ in try cards.forEach(body) }
  }

  /// Visits those of some contacts that are there, unified, in this order: with the card and the container of the first part.
  ///
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachUnifiedCard(
    withIdentifiers identifiers: [String], _ body: (StoredCard) throws -> Void
  ) throws -> [String] {
    try forEachCards(withIdentifiers: identifiers) { cards, _ in
      let contact = CNContact(unifying: cards.map(\.contact))
      try body(StoredCard(card: cards[0].card, contact: contact, container: cards[0].container))
    }
  }

  /// - Parameter body: Gets the cards of a contact and of what it is linked with, and those of copies that have the link, too.
  package func forEachCards(
    withIdentifiers identifiers: [String], _ body: ([StoredCard], [StoredCard]) throws -> Void
  ) throws -> [String] {
    var failure: (any Error)?
    var unreadable: [String] = []
    try reading { (domains) throws(StoreError) in
      let unification = ContactUnification(domains, keys: [])
      for identifier in identifiers where failure == nil {
        guard let card = try card(identifier, in: domains, &unreadable) else { continue }
        let links = if let link = card.card.link?.id { try unification.links(of: link) } else { ContactLinks() }
        let (members, copies) = try cards(links, of: card, in: domains, &unreadable)
        do { try body(members.isEmpty ? [card] : members, copies) } catch { failure = error }
      }
    }
    if let failure { throw failure }
    return unreadable
  }

  /// What a contact is linked with, and copies of that; nothing if it is itself a copy, or linked with no other.
  private func cards(
    _ links: ContactLinks, of card: StoredCard, in domains: OpenedDomains, _ unreadable: inout [String]
  ) throws(StoreError) -> (members: [StoredCard], copies: [StoredCard]) {
    guard let link = card.card.link?.id else { return ([], []) }
    let members = Set(links.members(of: link))
    var found: (members: [StoredCard], copies: [StoredCard]) = ([], [])
    for place in links.cards(of: link) {
      let identifier = domains[place.domain].identifier(of: place.item)
      let isMember = members.contains(place)
      if identifier == card.contact.identifier, !isMember { return ([], []) }
      guard let part = try self.card(identifier, in: domains, &unreadable), part.card.link?.id == link else { continue }
      if isMember { found.members.append(part) } else { found.copies.append(part) }
    }
    return found
  }

  private func card(
    _ identifier: String, in domains: OpenedDomains, _ unreadable: inout [String]
  ) throws(StoreError) -> StoredCard? {
    for domain in domains {
      let card = try domain.readable(identifier, &unreadable) { () throws(StoreError) in try domain.card(identifier) }
      if let card { return card }
    }
    return nil
  }

  /// The card of a contact; nil if there is none with the identifier.
  package func card(ofContactWithIdentifier identifier: String) throws -> StoredCard? {
    try reading { (domains) throws(StoreError) in
      for domain in domains { if let card = try domain.card(identifier) { return card } }
      return nil
    }
  }
}

extension ContactDomain {
  /// Reads from the file of a contact.
  ///
  /// - Parameter unreadable: Gets the path of the file if its contents cannot be read.
  fileprivate func readable<Result>(
    _ identifier: String, _ unreadable: inout [String], _ body: () throws(StoreError) -> Result?
  ) throws(StoreError) -> Result? {
    do throws(StoreError) { return try body() } catch {
      guard ContactFile.isUnreadable(error) else { throw error }
      if let (file, container) = try file(identifier) { unreadable.append(file.path(in: container)) }
      return nil
    }
  }
}
