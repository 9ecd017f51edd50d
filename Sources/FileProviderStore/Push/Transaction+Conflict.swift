import Glibc
import SQLite

// What exists nowhere else is never deleted because of what a provider says: contents that the provider does not know become a document of their own.
extension Transaction {
  /// Moves a document's contents to a new document beside it, `name (conflict HOST DATE).ext`, which the provider is told of.
  ///
  /// Where the provider was told so already, and the power took that back here, it is there, and nothing is done.
  func copyConflict(of record: ItemRecord) throws(StoreError) {
    let parent = record.parent == .trash ? ItemID.root : record.parent
    if try hasConflictCopy(of: record, in: parent) { return }
    try making(as: ChangeAuthor.replica) { () throws(StoreError) in
      let name = try freeName(in: parent, like: Self.conflictName(record.name, time))
      try moveContents(of: record, to: parent, name: name)
    }
  }

  private static func conflictName(_ name: FileName, _ time: Timestamp) -> FileName {
    name.adding(" (conflict \(host) \(time.day))")
  }

  private static let namesInSQL = SQLText(
    """
    SELECT id FROM items WHERE parent = ?1 AND name >= ?2 AND name < ?3 AND kind = 1 AND size = ?4 AND id <> ?5
    """)

  /// Whether the provider has a copy that this machine has made of the very contents: nothing else has such a name and both dates.
  private func hasConflictCopy(of record: ItemRecord, in parent: ItemID) throws(StoreError) -> Bool {
    // The day may be another one by now.
    let (mark, whole) = (" (conflict \(Self.host) ", Self.conflictName(record.name, time).spelling)
    guard let end = whole.ranges(of: mark).last?.upperBound else { return false }
    let name = FileName(unchecked: String(whole[..<end]))
    let statement = try reader.statement(Self.namesInSQL)
    statement.bind(1, parent)
    statement.bind(2, name)
    statement.bind(3, name.appending("\u{7f}"))
    statement.bind(4, record.attributes.size)
    statement.bind(5, record.id)
    defer { statement.reset() }
    while try statement.step() {
      let id = ItemID(rawValue: statement.integer(0))
      guard let copy = try reader.item(id), try reader.provided(id) != nil,
        copy.created.isSame(as: record.attributes.created), copy.modified.isSame(as: record.attributes.modified)
      else { continue }
      return true
    }
    return false
  }

  /// Gives a document's contents, with its attributes, to a new one; the document itself has none then.
  ///
  /// - Returns: The new document.
  @discardableResult
  func moveContents(of record: ItemRecord, to parent: ItemID, name: FileName) throws(StoreError) -> ItemID {
    var item = record.attributes
    var new = NewItem(
      parent: parent, name: name, kind: .file, mode: item.mode, owner: item.owner, group: item.group)
    (new.size, new.content) = (item.size, item.content)
    (new.modified, new.created) = (item.modified, item.created)
    let id = try create(new).id
    for (name, value) in try reader.pushableAttributes(of: record) {
      try setExtendedAttribute(name.text, to: value, of: id)
    }
    if let tags = try reader.membership(of: record.id)?.tags { try changeMembership(of: id) { $0.tags = tags } }
    try passReplaced(from: record.id, to: id)
    item.content = nil
    item.flags.insert(.dataless)
    item.flags.remove(.sparse)
    try store(item)
    try noteSynchronized(item.id, session: ContentMark.closed)
    return id
  }

  /// The name of this machine, as far as it can be in a name.
  private static let host: String = {
    var name = utsname()
    guard uname(&name) == 0 else { return "here" }
    let text = withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    let host = text.prefix { $0 != "." }.filter { $0.isLetter || $0.isNumber || $0 == "-" }.prefix(32)
    return host.isEmpty ? "here" : String(host)
  }()
}

extension Timestamp {
  /// The day, in the local time zone: `2026-03-01`.
  var day: String {
    var seconds = time_t(rawValue / 1_000_000_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  }
}
