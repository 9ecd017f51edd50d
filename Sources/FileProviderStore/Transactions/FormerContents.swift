import FileProviderInterface
import FileProviderSQLite

/// What was here of a document when the provider got other contents: the row of `former_contents`. It goes when the document has contents again, or is
/// dropped.
///
/// A provider that supports incremental fetching gets these as the base. Documents that are to be here again have a row without contents where
/// the provider cannot.
package struct FormerContents: Sendable, Hashable {
  package var item: ItemID
  /// The file, which is never changed; `nil` where the contents are of no use.
  package var content: ContentKey?
  /// The provider's version that they are.
  package var contentVersion: [UInt8]
  package var metadataVersion: [UInt8]?
  /// The boot in which they are whole; `nil` when they are on the disk.
  var boot: String?

  static let columns = "item, content, content_version, metadata_version, boot"

  fileprivate init(_ row: StoreStatement) {
    item = ItemID(rawValue: row.integer(0))
    content = row.integerOrNil(1).map { ContentKey(rawValue: $0) }
    contentVersion = row.blobOrNil(2) ?? []
    metadataVersion = row.blobOrNil(3)
    boot = row.textOrNil(4)
  }

  fileprivate init(_ item: ItemID, _ content: ContentKey?, _ row: ProvidedRow, version: [UInt8], boot: String?) {
    (self.item, self.content, self.boot) = (item, content, boot)
    (contentVersion, metadataVersion) = (version, row.metadataVersion)
  }
}

extension ContentReader {
  private static let formerSQL = SQLText("SELECT \(FormerContents.columns) FROM former_contents WHERE item = ?")
  private static let formersSQL = SQLText(
    "SELECT \(FormerContents.columns) FROM former_contents WHERE item > ? ORDER BY item LIMIT ?")

  /// What was here of a document before the provider got other contents; `nil` when there is nothing.
  package func formerContents(of id: ItemID) throws(StoreError) -> FormerContents? {
    let select = try reader.statement(Self.formerSQL)
    select.bind(1, id)
    defer { select.reset() }
    return try select.step() ? FormerContents(select) : nil
  }

  /// The documents with greater numbers than `key` of which there were contents here before the provider got others.
  package func documentsWithFormerContents(after key: ItemID, limit: Int) throws(StoreError) -> [ItemID] {
    let select = try reader.statement(Self.formersSQL)
    select.bind(1, key)
    select.bind(2, Int64(limit))
    defer { select.reset() }
    var documents: [ItemID] = []
    while try select.step() { documents.append(FormerContents(select).item) }
    return documents
  }

  /// Whether the domain's provider supports incremental fetching.
  func fetchesIncrementally() throws(StoreError) -> Bool { try reader.setting(Transaction.incrementSetting) != nil }
}

extension Transaction {
  static let incrementSetting = "provider.increments"

  /// Notes whether the domain's provider supports incremental fetching.
  package func noteFetching(incrementally: Bool) throws(StoreError) {
    guard try ContentReader(reader).fetchesIncrementally() != incrementally else { return }
    try changeSetting(Self.incrementSetting, to: incrementally ? "1" : nil)
  }

  /// Takes the contents from a document of which the provider has others, and keeps them where they are of use, or it is to be here again.
  ///
  /// - Parameter row: The provider's row for those contents.
  func keepFormerContents(of item: ItemAttributes, _ row: ProvidedRow) throws(StoreError) {
    guard let content = item.content, let version = row.contentVersion else { return }
    let policy = try ProvidedReader(reader).contentPolicy(of: item.id)
    guard policy != .downloadLazilyAndEvictOnRemoteUpdate else { return }
    let isUseful = item.size > 0 ? try ContentReader(reader).fetchesIncrementally() : false
    guard isUseful || policy == .downloadLazily else { return }
    // If the system does not report its boot, no other boot has this text.
    let boot = try ContentReader(reader).isMarked(item.id) ? BootIdentity.current?.text ?? "" : nil
    let former = FormerContents(item.id, isUseful ? content : nil, row, version: version, boot: boot)
    try dropFormer(of: item.id)
    let insert = try reader.statement(.keepFormer)
    insert.bind(1, former.item)
    insert.bind(2, former.content?.rawValue)
    insert.bind(3, blob: former.contentVersion)
    insert.bind(4, blob: former.metadataVersion)
    insert.bind(5, former.boot)
    try insert.run()
    guard isUseful else { return }
    var item = item
    item.content = nil
    item.flags.insert(.dataless)
    item.noteRoom(isSparse: false)
    try store(item)
    try noteSynchronized(item.id, session: ContentMark.closed)
  }

  /// Forgets what was here of a document before the provider got other contents.
  ///
  /// - Returns: How many bytes of the disk become free.
  @discardableResult
  package func dropFormer(of id: ItemID) throws(StoreError) -> Int64 {
    let row = try reader.statement(.takeFormer)
    row.bind(1, id)
    defer { row.reset() }
    guard try row.step(), let key = row.integerOrNil(0) else { return 0 }
    let content = ContentKey(rawValue: key)
    let room = try (contents.blocks(of: content) ?? 0) * 512
    try discard(content)
    return room
  }
}
