import FileProviderInterface
import FileProviderStore
import VCard

/// Writes a provider's contacts in a transaction, which is the provider's: what others may not do here, it may.
struct ProvidedBookEditor {
  private let transaction: Transaction
  private let store: ItemStore
  private let contents: CardContents
  private let name: String

  /// What the container is called among the identifiers of contacts, each of which has a prefix.
  private static let containerIdentifier = "container"
  private static let contactPrefix = "contact:"
  /// Reading is all that is allowed.
  private static let capabilities = NSFileProviderItemCapabilities.allowsReading.rawValue

  init(_ transaction: Transaction, _ store: ItemStore, _ contents: CardContents, name: String) {
    self.transaction = transaction
    self.store = store
    self.contents = contents
    self.name = name
  }

  private var reader: StoreReader { transaction.reader }

  func progress() throws(StoreError) -> ProvidedProgress { try ProvidedProgress(reader) }

  /// Refuses contacts of a page that were on an earlier one of the same enumeration.
  func refuseRepeated(_ changes: [ProvidedChange], pass: Int) throws(StoreError) {
    for change in changes {
      guard case .put(let identifier, _) = change,
        let row = try ProvidedReader(reader).provided(identifier: Self.contactPrefix + identifier),
        row.metadataVersion == Self.version(pass)
      else { continue }
      throw StoreError(.isRepeated(identifier: identifier))
    }
  }

  /// - Parameter pass: The enumeration of all contacts that the change belongs to.
  /// - Returns: How many contacts there are more than before.
  func apply(_ change: ProvidedChange, pass: Int) throws(StoreError) -> Int {
    switch change {
    case .put(let identifier, let card):
      let identifier = Self.contactPrefix + identifier
      if let row = try ProvidedReader(reader).provided(identifier: identifier) {
        try update(row, card, pass)
        return 0
      }
      try add(identifier, card, pass)
      return 1
    case .delete(let identifier):
      let row = try ProvidedReader(reader).provided(identifier: Self.contactPrefix + identifier)
      guard let row else { return 0 }
      try delete(row.item)
      return -1
    }
  }

  /// Deletes the contacts that an enumeration did not name.
  ///
  /// - Returns: How many there were.
  func deleteOthers(than pass: Int) throws(StoreError) -> Int {
    guard let folder = try containerIfAny() else { return 0 }
    var doomed: [ItemID] = []
    for child in try children(of: folder) {
      if try ProvidedReader(reader).provided(child)?.metadataVersion != Self.version(pass) { doomed.append(child) }
    }
    for child in doomed { try delete(child) }
    return doomed.count
  }

  func deleteEverything() throws(StoreError) {
    guard let folder = try containerIfAny() else { return }
    for child in try children(of: folder) { try delete(child) }
    try delete(folder)
  }

  // MARK: Contacts

  private func add(_ identifier: String, _ card: Card, _ pass: Int) throws(StoreError) {
    let folder = try container()
    let name = try ContactFileName.make(for: ContactValues(card: card).displayName, in: folder, reader)
    let id = try ApplyingEditor(transaction).apply(
      item(identifier, filename: name.description, kind: .file, mode: 0o444, pass), in: folder)
    try setCard(card, of: id)
  }

  private func update(_ row: ProvidedRow, _ card: Card, _ pass: Int) throws(StoreError) {
    guard let record = try reader.record(row.item) else {
      throw StoreError(.damaged, "the contact “\(row.identifier)” has no file")
    }
    let isSame: Bool
    do throws(StoreError) {
      isSame = try ContactFile(store: store, item: record.attributes, name: record.name).anyCard()?.bytes == card.bytes
    } catch {
      guard ContactFile.isUnreadable(error) else { throw error }
      isSame = false
    }
    if isSame, row.metadataVersion == Self.version(pass) { return }
    if !isSame { try setCard(card, of: row.item) }
    try ApplyingEditor(transaction).apply(
      item(row.identifier, filename: row.filename, kind: .file, mode: 0o444, pass), in: record.parent,
      keepsContents: true)
  }

  private func setCard(_ card: Card, of id: ItemID) throws(StoreError) {
    let (content, size) = try contents.make(card)
    try transaction.setContents(content, size: size, modified: transaction.time, of: id)
  }

  private func delete(_ id: ItemID) throws(StoreError) {
    try TreeEditor(transaction).delete(id)
    try ReplicationEditor(transaction).forgetProvided(id)
  }

  // MARK: The container

  private func containerIfAny() throws(StoreError) -> ItemID? {
    try ProvidedReader(reader).provided(identifier: Self.containerIdentifier)?.item
  }

  private func container() throws(StoreError) -> ItemID {
    if let known = try containerIfAny() { return known }
    try transaction.setRootTakesItems(false)
    let filename = try ContactFileName.folder(name, reader)
    let id = try ApplyingEditor(transaction).apply(
      item(Self.containerIdentifier, filename: filename.description, kind: .folder, mode: 0o555, 0), in: .root)
    try transaction.setFlags(.unlisted, false, of: id)
    return id
  }

  private func children(of folder: ItemID) throws(StoreError) -> [ItemID] {
    var found: [ItemID] = []
    try reader.forEachChild(of: folder, after: .none) { item, _ in
      found.append(item.id)
      return true
    }
    return found
  }

  private func item(_ identifier: String, filename: String, kind: ItemKind, mode: UInt16, _ pass: Int) -> ProvidedItem {
    var item = ProvidedItem(identifier: identifier, parent: "", filename: filename, kind: kind)
    item.mode = mode
    item.capabilities = Self.capabilities
    item.metadataVersion = Self.version(pass)
    return item
  }

  /// The number of an enumeration, as the version that an item of it has.
  private static func version(_ pass: Int) -> [UInt8] { Array(String(pass).utf8) }
}
