import FileProviderSQLite
import LinuxSystem

/// A creation that was sent, or is about to be, and of which it is not known whether it has happened: what was sent.
///
/// It is kept from before the call until its outcome is known, whatever becomes of the item meanwhile. What the provider reports and may be such an
/// item is not written before that: it would be there twice.
package struct SentCreation: Sendable, Hashable {
  package var item: ItemID
  package var kind: ItemKind
  /// The size of a document's contents.
  package var size: Int64
  /// The folder's identifier, and the name in it.
  package var parent: String
  package var filename: String
  /// What a link leads to; `nil` also where that was not noted.
  package var target: String?

  /// What would be sent of an item that is here.
  ///
  /// - Parameter target: What it leads to, if it is a link.
  package init(_ record: ItemRecord, in parent: String, target: [UInt8]?) {
    self.target = target.map { String(spelling: $0[...]) }
    item = record.id
    kind = record.kind
    size = record.attributes.size
    self.parent = parent
    filename = record.name.spelling
  }

  static let columns = "item, kind, size, folder, filename, target"

  init?(_ row: StoreStatement) {
    guard let kind = ItemKind(rawValue: UInt8(truncatingIfNeeded: row.integer(1))) else { return nil }
    self.kind = kind
    item = ItemID(rawValue: row.integer(0))
    size = row.integer(2)
    parent = row.text(3)
    filename = row.text(4)
    target = row.textOrNil(5)
  }

  /// Whether an item has the place that was sent.
  package func hasPlace(of item: ProvidedItem) -> Bool {
    item.parent.isIdentical(to: parent) && item.filename.isIdentical(to: filename)
  }

  /// Whether an item is a link to what was sent.
  package func hasTarget(of item: ProvidedItem) -> Bool {
    guard let target, let other = item.target else { return false }
    return String(spelling: other[...]).isIdentical(to: target)
  }

  /// Whether an item may be the one that was to be created, so that it has to wait. Neither size nor contents make it that one: another user may have created
  /// an equal document.
  package func mayBe(_ item: ProvidedItem) -> Bool {
    guard item.kind == kind else { return false }
    if kind == .file, item.size ?? size != size { return hasPlace(of: item) }
    return hasPlace(of: item) || kind == .file && size > 0 || hasTarget(of: item)
  }
}

extension ReplicationEditor {
  /// Notes that it is known what became of a creation.
  package func endSentCreation(of id: ItemID) throws(StoreError) {
    try endCalls(on: id)
    if try ReplicationReader(reader).hasCreationDates() { try forgetCreationDates(of: id) }
  }
}

extension ReplicationReader {
  private static let sentSQL = SQLText("SELECT \(SentCreation.columns) FROM calls WHERE operation = 1 AND item = ?")
  private static let allSentSQL = SQLText("SELECT \(SentCreation.columns) FROM calls WHERE operation = 1 ORDER BY item")

  /// What was sent with the creation of an item; `nil` where its outcome is known.
  package func sentCreation(of id: ItemID) throws(StoreError) -> SentCreation? {
    let statement = try reader.statement(Self.sentSQL)
    statement.bind(1, id)
    defer { statement.reset() }
    return try statement.step() ? SentCreation(statement) : nil
  }

  /// Whether an item of the provider has the date of creation that was sent with an item, unlike an equal one of another user.
  package func hasCreationDate(of item: ProvidedItem, _ id: ItemID) throws(StoreError) -> Bool {
    guard let sent = try reader.item(id)?.created, let date = item.created else { return false }
    return date.isSame(as: sent)
  }

  /// The creations whose outcome is not known.
  private func sentCreations() throws(StoreError) -> [SentCreation] {
    let statement = try reader.statement(Self.allSentSQL)
    var creations: [SentCreation] = []
    while try statement.step() { if let sent = SentCreation(statement) { creations.append(sent) } }
    statement.reset()
    var open: [SentCreation] = []
    for sent in creations where try ProvidedReader(reader).isBeingCreated(sent.item) { open.append(sent) }
    return open
  }

  /// Whether anything may have been made in a folder of the provider, or below it, that is not known here: it is looked for at the place that was sent,
  /// so nothing above it gets another one until then.
  package func isAnythingCreated(below folder: ItemID) throws(StoreError) -> Bool {
    for sent in try sentCreations() {
      guard let parent = try ProvidedReader(reader).provided(identifier: sent.parent)?.item else { continue }
      if parent == folder { return true }
      if try ProvidedReader(reader).foldersAtProvider(of: parent).contains(folder) { return true }
    }
    return false
  }

  /// Whether an item that is not known may be one that is being created, or be in one. One that has got another identifier with its folder is neither.
  package func mayBeUnconfirmed(_ item: ProvidedItem) throws(StoreError) -> Bool {
    guard try ProvidedReader(reader).provided(identifier: item.identifier) == nil, try mayBeCreated(item) else {
      return false
    }
    guard let parent = try ProvidedReader(reader).folder(identifiedBy: item.parent) else { return true }
    return try renumberedItem(item, in: parent.id) == nil
  }

  private func mayBeCreated(_ item: ProvidedItem) throws(StoreError) -> Bool {
    let creations = try sentCreations()
    if creations.contains(where: { $0.mayBe(item) }) { return true }
    if try hasCreationDates(), try pendingCreation(matching: item) != nil { return true }
    guard let parent = try ProvidedReader(reader).folder(identifiedBy: item.parent) else {
      return creations.contains { $0.kind == .folder }
    }
    // After a power cut nothing is known of the calls before it.
    guard item.kind != .folder, let child = try reader.child(of: parent.id, named: FileName(providing: item.filename)),
      try ProvidedReader(reader).isBeingCreated(child.id), child.kind == item.kind
    else { return false }
    return try ProvidedReader(reader).pending(child.id)?.options.contains(.mayAlreadyExist) == true
  }

  /// Whether anything is being created whose identifier is not known yet.
  package func isAnyCreationUnconfirmed() throws(StoreError) -> Bool { try !sentCreations().isEmpty }

  /// Whether a reported item may be one that is here as well, and whose creation is unconfirmed.
  func mayBeBeingCreated(_ record: ItemRecord) throws(StoreError) -> Bool {
    try sentCreations().contains { $0.item < record.id && $0.kind == record.kind }
  }

  /// Whether a folder is being created whose identifier is not known yet.
  package func isFolderUnconfirmed() throws(StoreError) -> Bool { try sentCreations().contains { $0.kind == .folder } }
}

extension ReplicationEditor {
  /// Whether an item may be one that is being created, or be in one, or have got its contents from one.
  ///
  /// - Parameter known: What the provider reported of it before; `nil` where the identifier is unknown.
  package func mayBeUnconfirmed(_ item: ProvidedItem, _ known: ProvidedRow?) throws(StoreError) -> Bool {
    var isPossible = try isAnythingUnconfirmed()
    if !isPossible { isPossible = try isAnythingPending() }
    guard isPossible else { return false }
    if let known { return try ReplicationReader(reader).isUnconfirmedSave(item, known) }
    return try ReplicationReader(reader).mayBeUnconfirmed(item)
  }
}
