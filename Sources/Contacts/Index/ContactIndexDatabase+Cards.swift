import FileProviderSQLite
import FileProviderStore

/// A row of the index, as it is written.
struct IndexRow {
  let id: ItemID
  let content: ContentKey?
  let changed: Generation
  let kind: IndexedCard.Kind
  var uid: String?
  var link: CardLink?
  /// What a contact has.
  var values = ContactValues(identifier: "")
  var texts = IndexedTexts.none
}

extension ContactIndexDatabase {
  // MARK: Reading

  /// The rows of some files.
  ///
  /// - Parameters:
  ///   - ids: In ascending order.
  ///   - state: The state in which the index is expected; nil for any.
  /// - Returns: A row or nil for each of them, in this order. Nil if the index is in another state.
  func cards(_ ids: [ItemID], _ selection: IndexSelection, in state: Int64?) throws(StoreError) -> [IndexedCard?]? {
    // Without a transaction each row that is looked up would lock the database.
    try snapshot { () throws(StoreError) in
      if let state, try self.state() != state { return nil }
      return try cards(ids, selection)
    }
  }

  private func cards(_ ids: [ItemID], _ selection: IndexSelection) throws(StoreError) -> [IndexedCard?] {
    guard let first = ids.first, let last = ids.last else { return [] }
    // The files of a folder were mostly made one after the other. Where others are between them each is looked up.
    if last.rawValue - first.rawValue >= Int64(ids.count) * 4 { return try cardsOneByOne(ids, selection) }
    let select = try statement("SELECT \(selection.columns) FROM cards WHERE id BETWEEN ? AND ? ORDER BY id")
    select.bind(1, first.rawValue)
    select.bind(2, last.rawValue)
    defer { select.reset() }
    var cards = [IndexedCard?](repeating: nil, count: ids.count)
    var index = 0
    while index < ids.count, try select.step() {
      let id = ItemID(rawValue: select.integer(0))
      while index < ids.count, ids[index] < id { index += 1 }
      if index < ids.count, ids[index] == id { cards[index] = try selection.card(select) }
    }
    return cards
  }

  private func cardsOneByOne(_ ids: [ItemID], _ selection: IndexSelection) throws(StoreError) -> [IndexedCard?] {
    let select = try statement("SELECT \(selection.columns) FROM cards WHERE id = ?")
    var cards: [IndexedCard?] = []
    cards.reserveCapacity(ids.count)
    for id in ids {
      select.bind(1, id.rawValue)
      defer { select.reset() }
      cards.append(try select.step() ? try selection.card(select) : nil)
    }
    return cards
  }

  /// Whether there is a row, and the contents that it is of.
  func state(of id: ItemID) throws(StoreError) -> (isKnown: Bool, content: ContentKey?) {
    let select = try statement("SELECT content FROM cards WHERE id = ?")
    select.bind(1, id.rawValue)
    defer { select.reset() }
    guard try select.step() else { return (false, nil) }
    return (true, select.integerOrNil(0).map { ContentKey(rawValue: $0) })
  }

  // MARK: Writing

  /// Replaces what is indexed of a file. Part of a transaction.
  func write(_ row: IndexRow) throws(StoreError) {
    try replaceTexts(of: row.id, by: row.texts)
    let insert = try statement(Self.insertSQL)
    insert.bind(1, row.id.rawValue)
    insert.bind(2, row.content?.rawValue)
    insert.bind(3, row.changed.rawValue)
    insert.bind(4, row.kind.rawValue)
    if let uid = row.uid { insert.bind(5, uid) } else { insert.bind(5, nil) }
    if let link = row.link { insert.bind(6, link.text) } else { insert.bind(6, nil) }
    insert.bind(7, Int64(row.values.contactType.rawValue))
    var column: Int32 = 8
    for text in IndexedKeys.texts {
      insert.bind(column, row.values[keyPath: text.path])
      column += 1
    }
    insert.bind(column, PackedValues.pack(row.values.phoneNumbers, \.stringValue))
    insert.bind(column + 1, PackedValues.pack(row.values.emailAddresses) { $0 as String })
    try insert.run()
  }

  private static let insertSQL: String = {
    let places = Array(repeating: "?", count: 9 + IndexedKeys.texts.count).joined(separator: ", ")
    return "INSERT OR REPLACE INTO cards VALUES (\(places))"
  }()

  /// Notes that a file was changed up to a generation, and its contents were not. Part of a transaction.
  func note(_ changed: Generation, of id: ItemID) throws(StoreError) {
    let update = try statement("UPDATE cards SET changed = max(changed, ?) WHERE id = ?")
    update.bind(1, changed.rawValue)
    update.bind(2, id.rawValue)
    try update.run()
  }

  /// Removes what is indexed of a file. Part of a transaction.
  func remove(_ id: ItemID) throws(StoreError) {
    try replaceTexts(of: id, by: .none)
    let delete = try statement("DELETE FROM cards WHERE id = ?")
    delete.bind(1, id.rawValue)
    try delete.run()
  }

  private func replaceTexts(of id: ItemID, by new: IndexedTexts) throws(StoreError) {
    let old = try texts(of: id)
    if old == new { return }
    try index(id, "words", old.words, new.words)
    try index(id, "parts", old.parts, new.parts)
    let set = try statement(
      new == .none ? "DELETE FROM texts WHERE id = ?" : "INSERT OR REPLACE INTO texts VALUES (?, ?, ?)")
    set.bind(1, id.rawValue)
    if new != .none {
      set.bind(2, new.words)
      set.bind(3, new.parts)
    }
    try set.run()
  }

  private func texts(of id: ItemID) throws(StoreError) -> IndexedTexts {
    let select = try statement("SELECT words, parts FROM texts WHERE id = ?")
    select.bind(1, id.rawValue)
    defer { select.reset() }
    return try select.step() ? IndexedTexts(words: select.text(0), parts: select.text(1)) : .none
  }

  private func index(_ id: ItemID, _ table: String, _ old: String, _ new: String) throws(StoreError) {
    if old == new { return }
    if !old.isEmpty {
      let delete = try statement("INSERT INTO \(table)(\(table), rowid, text) VALUES ('delete', ?, ?)")
      delete.bind(1, id.rawValue)
      delete.bind(2, old)
      try delete.run()
    }
    if !new.isEmpty {
      let insert = try statement("INSERT INTO \(table)(rowid, text) VALUES (?, ?)")
      insert.bind(1, id.rawValue)
      insert.bind(2, new)
      try insert.run()
    }
  }
}
