import FileProviderDomains
import FileProviderInterface
import FileProviderManaging
import FileProviderProgram
import FileProviderStore

/// An item at the top of the trash, with its original path.
struct TrashedItem {
  var record: ItemRecord
  var entry: TrashEntry

  /// `identifier`, `path`, `kind`, `name`, `originalPath`, `deleted`, `user` and `size`; bytes as `JSONObject.add(_:bytes:spelling:)` has them.
  func write(_ reader: StoreReader, to writer: ByteWriter) throws {
    var object = try JSONObject(writer)
    try object.add("identifier", try reader.identifier(of: record.id).rawValue)
    try object.add(path: try reader.path(of: record.id) ?? "/" + record.name.spelling)
    try object.add("kind", record.kind.word)
    try object.add("name", bytes: "nameBytes", spelling: record.name.spelling)
    try object.add("originalPath", bytes: "originalPathBytes", spelling: "/" + entry.originalPath)
    try object.add("deleted", time: entry.date)
    try object.add("user", Int64(entry.user))
    try object.add("size", record.attributes.size)
    try object.end()
    try writer.append(UInt8(ascii: "\n"))
  }
}

/// Finds items in the trash by what a user types.
struct TrashedItemReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }

  /// The items at the top of the trash, the one trashed last first.
  ///
  /// - Throws: `featureUnsupported` where the domain has no trash.
  func trashedItems() throws(StoreError) -> [TrashedItem] {
    guard try TreeReader(reader).supportsTrash() else {
      throw StoreError(.featureUnsupported, "the domain has no trash")
    }
    var records: [ItemRecord] = []
    try reader.forEachChild(of: .trash, after: .none) { item, name in
      records.append(ItemRecord(attributes: copy item, name: FileName(stored: name)))
      return true
    }
    var items: [TrashedItem] = []
    for record in records {
      if let entry = try reader.trashEntry(of: record.id) { items.append(TrashedItem(record: record, entry: entry)) }
    }
    return items.sorted { ($0.entry.date, $0.record.id) > ($1.entry.date, $1.record.id) }
  }

  /// The item in the trash that a word names: a name in the trash, its path there, or the path that it had. Of several
  /// items with one former path it is the one trashed last.
  func trashedItem(_ path: ItemPath) throws(StoreError) -> TrashedItem {
    guard try TreeReader(reader).supportsTrash() else {
      throw StoreError(.featureUnsupported, "the domain has no trash")
    }
    var names = path.names
    if names.count == 3, names[0].hasPrefix(".Trash-"), names[1] == "files" { names = [names[2]] }
    // A word without a slash is a name in the trash, wherever it was typed.
    let text = names.count == 1 ? names[0] : path.given.contains("/") ? nil : path.given
    let name = text.flatMap { try? FileName($0) }
    var id = try name.flatMap { (name) throws(StoreError) in try reader.child(of: .trash, named: name)?.id }
    if id == nil { id = try reader.itemTrashedLast(from: names.joined(separator: "/")) }
    guard let id, let record = try reader.record(id), let entry = try reader.trashEntry(of: id)
    else { throw StoreError(.noSuchItem, "no such item in the trash; “trash list” lists its items") }
    return TrashedItem(record: record, entry: entry)
  }
}
