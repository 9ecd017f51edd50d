import FileProviderDomains
import FileProviderInterface
package import FileProviderProgram
package import FileProviderStore
import LinuxSystem

/// Prints changes as JSON, one object a line. The JSON is written by hand: that costs less than reading the row.
package final class JSONChangePrinter: ChangePrinter {
  private let writer: ByteWriter
  private let fields: [ItemField]?
  /// Whether identifiers are a provider's; otherwise they are the items' numbers, and need no look-up.
  private let hasProvider: Bool
  private let paths = FolderPaths(nowhere: "/")
  private let anchors = AnchorText()
  private var authors: [Int64: [UInt8]] = [:]
  /// The length of the time in a line.
  private static let timeLength = 8 + 29 + 11
  /// All changes of one transaction have one time.
  private var lastTime: (microseconds: Int64, text: [UInt8]) = (.min, [])
  private var lastAuthor: (number: Int64, name: [UInt8]) = (-1, [])

  package init(writer: ByteWriter, store: ItemStore, fields: [ItemField]?) throws(StoreError) {
    self.writer = writer
    self.fields = fields
    hasProvider = try store.readCommitted { (reader) throws(StoreError) in try reader.setting("provider") != nil }
  }

  package func forgetPaths() { paths.forgetAll() }

  package func printDropEverything(at generation: Generation, resume: ContinuationToken) throws {
    try begin("drop-everything", generation, time: Timestamp.now.rawValue / 1000, resume)
    try end()
  }

  package func printAnchor(_ token: ContinuationToken, at generation: Generation) throws {
    try begin("anchor", generation, time: Timestamp.now.rawValue / 1000, token)
    try end()
  }

  package func printChange(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) throws {
    let event: StaticString =
      switch change.event {
      case .add: "add"
      case .update: "update"
      case .delete: "delete"
      }
    try begin(event, change.generation, time: change.time, resume)
    try writer.append(",\"author\":\"" as StaticString)
    try writer.append(try author(change.author, reader))
    try writer.append("\",\"identifier\":\"" as StaticString)
    try appendIdentifier(change.item, reader)
    // A provider's identifier comes with the upload, changes where it is a path, and is forgotten with the item.
    try writer.append("\",\"item\":" as StaticString)
    try writer.append(change.item.rawValue)
    try writer.append(",\"parent\":\"" as StaticString)
    try appendIdentifier(change.parent, reader)
    try writer.append("\",\"kind\":\"" as StaticString)
    try writer.append(change.kind.staticWord)
    try appendPath(
      "\",\"path\":", bytes: ",\"pathBytes\":", of: change.item, named: change.name, in: change.parent, reader)
    if let previous = change.previousPlace {
      try appendPath(
        ",\"previousPath\":", bytes: ",\"previousPathBytes\":", of: .none, named: previous.name, in: previous.parent,
        reader)
    }
    if change.event == .update {
      try writer.append(",\"changed\":" as StaticString)
      try writer.appendJSON(change.fields.words)
    }
    if let writer = change.writer {
      try self.writer.append(",\"uid\":" as StaticString)
      try self.writer.append(Int64(writer))
    }
    if let fields { try appendFields(fields, change.record, reader) }
    try end()
  }

  private func begin(_ event: StaticString, _ generation: Generation, time: Int64, _ anchor: ContinuationToken) throws {
    try writer.append("{\"event\":\"" as StaticString)
    try writer.append(event)
    try writer.append("\",\"generation\":" as StaticString)
    try writer.append(generation.rawValue)
    if time == lastTime.microseconds {
      try writer.append(lastTime.text)
    } else {
      let start = writer.count
      try writer.append(",\"time\":" as StaticString)
      try writer.appendJSONTime(microseconds: time)
      try writer.append(",\"anchor\":\"" as StaticString)
      let text = writer.bytes(since: start)
      lastTime = (text.count == Self.timeLength ? time : .min, text)
    }
    try writer.append(anchors.bytes(anchor))
    try writer.append(UInt8(ascii: "\""))
  }

  private func end() throws { try writer.append("}\n" as StaticString) }

  private func appendIdentifier(_ id: ItemID, _ reader: StoreReader) throws {
    if !hasProvider && !id.isFixed { return try writer.append(id.rawValue) }
    let identifier = Array(try reader.identifier(of: id).rawValue.utf8)
    try identifier.withUnsafeBytes { try writer.appendEscaped($0) }
  }

  /// Appends a member with a path, and one with its bytes where they differ from the text's.
  private func appendPath(
    _ key: StaticString, bytes: StaticString, of item: ItemID, named name: FileName, in folder: ItemID,
    _ reader: StoreReader
  ) throws {
    try writer.append(key)
    var (prefix, name) = ("", name.spelling)
    if item == .root {
      name = "/"
    } else if folder == .trash, let path = try reader.path(of: item) {
      name = path
    } else {
      prefix = try paths.prefix(of: folder, reader) ?? "/"
    }
    try writer.append(UInt8(ascii: "\""))
    let prefixHasEscape = try appendEscaped(&prefix)
    let nameHasEscape = try appendEscaped(&name)
    try writer.append(UInt8(ascii: "\""))
    guard prefixHasEscape || nameHasEscape else { return }
    try writer.append(bytes)
    try writer.appendJSON((prefix + name).base64)
  }

  /// - Parameter text: Only made contiguous.
  /// - Returns: Whether it spells bytes that are no text.
  private func appendEscaped(_ text: inout String) throws -> Bool {
    try text.withUTF8 { utf8 in
      let utf8 = UnsafeRawBufferPointer(utf8)
      try writer.appendEscaped(utf8)
      return ByteSpelling.hasEscape(utf8)
    }
  }

  private func author(_ number: Int64, _ reader: StoreReader) throws -> [UInt8] {
    if number == lastAuthor.number { return lastAuthor.name }
    if let known = authors[number] {
      lastAuthor = (number, known)
      return known
    }
    let name = Self.escaped(try reader.author(number))
    authors[number] = name
    lastAuthor = (number, name)
    return name
  }

  /// An author's name, escaped for quotation marks. Our names need no escape; others may.
  private static func escaped(_ name: String) -> [UInt8] {
    Array(
      name.unicodeScalars.map { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case _ where scalar.value < 0x20: " "
        default: String(scalar)
        }
      }.joined().utf8)
  }

  private func appendFields(_ fields: [ItemField], _ record: ItemRecord?, _ reader: StoreReader) throws {
    try writer.append(",\"fields\":" as StaticString)
    var object = try JSONObject(writer)
    if let record {
      for field in fields { try field.add(record, reader, to: &object) }
    }
    try object.end()
  }
}
