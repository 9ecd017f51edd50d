import FileProviderStore

extension CNContactStore {
  /// Whether all of its contacts are in one domain, whose log says when to look for changes.
  package var hasOneDomain: Bool { domains.count == 1 }

  /// Visits contacts with some properties, in the order in which they were made.
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
      for domain in domains {
        _ = try domain.forEachContact(
          in: container, matching: query?.indexQuery, domain.selection(keys),
          unreadable: { unreadable.append($0.path(in: $1)) },
          { found in
            if query?.matches(found.contact) ?? true { body(found.contact(with: keys)) }
            return true
          })
      }
    }
    return unreadable
  }

  /// Visits those of some contacts that are there, in this order, with some properties.
  ///
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachContact(
    withIdentifiers identifiers: [String], keys: [any CNKeyDescriptor], _ body: (CNContact) -> Void
  ) throws -> [String] {
    var unreadable: [String] = []
    let keys = Set(keys.flatMap(\.keys))
    try reading { (domains) throws(StoreError) in
      let selections = domains.map { $0.selection(keys) }
      for domain in domains { domain.index?.prepare() }
      for identifier in identifiers {
        for (domain, selection) in zip(domains, selections) {
          guard let item = domain.item(identifier) else { continue }
          let found = try domain.readable(identifier, &unreadable) { () throws(StoreError) in
            try domain.contact(item, selection)
          }
          if let found { body(found.contact(with: keys)) }
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

  /// Visits those of some contacts that are there, in this order.
  ///
  /// - Returns: The paths of files whose contents cannot be read. They are left out.
  package func forEachCard(
    withIdentifiers identifiers: [String], _ body: (StoredCard) throws -> Void
  ) throws -> [String] {
    var failure: (any Error)?
    var unreadable: [String] = []
    try reading { (domains) throws(StoreError) in
      for identifier in identifiers where failure == nil {
        for domain in domains {
          let card = try domain.readable(identifier, &unreadable) { () throws(StoreError) in
            try domain.card(identifier)
          }
          guard let card else { continue }
          do { try body(card) } catch { failure = error }
          break
        }
      }
    }
    if let failure { throw failure }
    return unreadable
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
