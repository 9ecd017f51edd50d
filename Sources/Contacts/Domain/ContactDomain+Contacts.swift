import FileProviderStore
import Foundation
import VCard

extension ContactDomain {
  /// - Parameters:
  ///   - keys: The properties that are needed; nil for all.
  ///   - hasUID: Whether the `UID` of the cards is needed, too.
  func selection(_ keys: Set<String>?, hasUID: Bool = false) -> ContactSelection {
    let indexed = index == nil ? nil : keys.flatMap { IndexSelection($0, hasUID: hasUID, store: store.uuid) }
    return ContactSelection(keys: keys, indexed: indexed)
  }

  /// The contact of an item; nil if it is none. The index is used if it has been prepared.
  func contact(_ item: ItemID, _ selection: ContactSelection) throws(StoreError) -> FoundContact? {
    guard let (file, container) = try file(item) else { return nil }
    let card = index?.cards([item], selection.indexed).first ?? nil
    return try found(file, card, in: container, selection)
  }

  /// The same; nil also where its card cannot be read.
  func readableContact(_ item: ItemID, _ selection: ContactSelection) throws(StoreError) -> FoundContact? {
    do throws(StoreError) { return try contact(item, selection) } catch {
      guard ContactFile.isUnreadable(error) else { throw error }
      return nil
    }
  }

  /// The contacts of some items. The index is used if it has been prepared.
  ///
  /// - Returns: What each of them is, in this order.
  func contacts(_ items: [ItemID], _ selection: ContactSelection) throws(StoreError) -> [Lookup] {
    var records: [ItemRecord?] = []
    var containers: [ItemID: CNContainer?] = [:]
    try store.readCommitted { (reader) throws(StoreError) in
      for item in items {
        let record = try reader.record(item)
        records.append(record)
        guard let parent = record?.parent, containers[parent] == nil else { continue }
        containers[parent] = .some(try reader.record(parent).flatMap(containerOfRecord))
      }
    }
    let cards = cards(of: records, selection.indexed)
    var found: [Lookup] = []
    for (record, card) in zip(records, cards) {
      guard let record, let container = containers[record.parent] ?? nil else {
        found.append(.gone)
        continue
      }
      let file = ContactFile(store: store, item: record.attributes, name: record.name)
      do throws(StoreError) {
        found.append(try self.found(file, card, in: container, selection).map(Lookup.found) ?? .gone)
      } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        found.append(.unreadable)
      }
    }
    return found
  }

  /// What an item turns out to be.
  enum Lookup {
    case found(FoundContact)
    /// No contact, or none any more.
    case gone
    /// One whose card cannot be read.
    case unreadable
  }

  /// What the index has of some items.
  func cards(of records: [ItemRecord?], _ selection: IndexSelection?) -> [IndexedCard?] {
    guard let index else { return Array(repeating: nil, count: records.count) }
    let order = records.indices.filter { records[$0] != nil }.sorted { first, second in
      (records[first]?.id ?? .none) < (records[second]?.id ?? .none)
    }
    let found = index.cards(order.compactMap { records[$0]?.id }, selection)
    var cards = [IndexedCard?](repeating: nil, count: records.count)
    for (position, card) in zip(order, found) { cards[position] = card }
    return cards
  }

  /// Visits contacts in the order in which they were made.
  ///
  /// - Parameters:
  ///   - container: The identifier of one; nil for all.
  ///   - query: What they match as far as the index can tell, others may be visited, too; nil for all.
  ///   - unreadable: Called for files whose contents cannot be read.
  ///   - body: Returns whether to go on.
  /// - Returns: Whether all were visited.
  func forEachContact(
    in container: String? = nil, matching query: IndexQuery? = nil, _ selection: ContactSelection,
    unreadable: (ContactFile, CNContainer) -> Void = { _, _ in }, _ body: (FoundContact) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    // Where every card has to be parsed it is of no use.
    if query != nil || selection.indexed != nil { index?.prepare() }
    let candidates = query.flatMap { index?.candidates($0) }
    let visit = { (page: FilePage, container: CNContainer) throws(StoreError) -> Bool in
      try forEachContact(
        of: page, in: container, selection, exactState: candidates?.exactState, unreadable: unreadable, body)
    }
    if let candidates { return try forEachPage(of: candidates.items, in: container, visit) }
    return try forEachPage(in: container, visit)
  }

  private func forEachContact(
    of page: FilePage, in container: CNContainer, _ selection: ContactSelection, exactState: Int64?,
    unreadable: (ContactFile, CNContainer) -> Void, _ body: (FoundContact) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    let ids = page.files.map(\.item.id)
    let exactCards = exactState.flatMap { state in selection.found.flatMap { index?.cards(ids, $0, in: state) } }
    let cards = exactCards ?? index?.cards(ids, selection.indexed)
    for (position, file) in page.files.enumerated() {
      // What others change while the page is visited is read from the cards.
      let isPresent = store.lastCommit == page.commit
      let card = isPresent ? cards?[position] : nil
      if isPresent, exactCards != nil || selection.indexed != nil, file.mayBeCard, file.item.content != nil,
        card?.isCurrent(file.item) != true
      {
        index?.noteOutdated(file.item.id)
      }
      let found: FoundContact?
      do throws(StoreError) { found = try self.found(file, card, in: container, selection) } catch {
        guard ContactFile.isUnreadable(error) else { throw error }
        unreadable(file, container)
        continue
      }
      guard var contact = found else { continue }
      contact.isExact = exactCards != nil && contact.isLimited
      if try !body(contact) { return false }
    }
    return true
  }

  /// Visits candidates in the order of all contacts.
  private func forEachPage(
    of candidates: [ItemID], in container: String?, _ body: (FilePage, CNContainer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    for candidate in try containers() where container == nil || candidate.identifier == container {
      guard let folder = item(candidate.identifier) else { continue }
      for start in stride(from: 0, to: candidates.count, by: Self.page) {
        let ids = candidates[start..<min(start + Self.page, candidates.count)]
        if try !body(page(of: ids, in: folder), candidate) { return false }
      }
    }
    return true
  }

  /// Those of some items that are in a folder.
  private func page(of ids: ArraySlice<ItemID>, in folder: ItemID) throws(StoreError) -> FilePage {
    var page = FilePage(commit: store.lastCommit)
    try store.readCommitted { (reader) throws(StoreError) in
      for id in ids {
        guard let record = try reader.record(id), record.parent == folder else { continue }
        page.files.append(ContactFile(store: store, item: record.attributes, name: record.name))
      }
    }
    return page
  }

  /// The contact of a file; nil if it is none.
  ///
  /// - Parameter card: What the index has of it.
  private func found(
    _ file: ContactFile, _ card: IndexedCard?, in container: CNContainer, _ selection: ContactSelection
  ) throws(StoreError) -> FoundContact? {
    guard file.mayBeCard, file.item.content != nil else { return nil }
    if let card, card.isCurrent(file.item) {
      return card.contact.map {
        FoundContact(
          item: file.item.id, contact: $0, isLimited: true, uid: card.uid, link: card.link,
          container: container)
      }
    }
    return try file.card().map {
      let contact = CNContact(card: $0, identifier: identifier(of: file.item.id), keys: selection.keys)
      return FoundContact(
        item: file.item.id, contact: contact, isLimited: false, uid: $0.uid, link: $0.link,
        container: container)
    }
  }
}
