import FileProviderInterface
import FileProviderStore

/// An item as one JSON object: `identifier`, `parent`, `path`, `kind`, `name` and all fields.
enum ItemJSON {
  /// - Parameters:
  ///   - path: Its path, if it is known already.
  ///   - finder: What has found it, in a search: `index` or `provider`.
  static func write(
    _ record: ItemRecord, path: String? = nil, foundBy finder: String? = nil, _ reader: StoreReader,
    to writer: ByteWriter
  ) throws {
    var object = try JSONObject(writer)
    try object.add("identifier", try reader.identifier(of: record.id).rawValue)
    try object.add("parent", try reader.identifier(of: record.parent).rawValue)
    try object.add("kind", record.kind.word)
    try object.add(path: try path ?? reader.path(of: record.id) ?? "/" + record.name.spelling)
    try object.add("name", bytes: "nameBytes", spelling: record.name.spelling)
    if let finder { try object.add("foundBy", finder) }
    for field in ItemField.allCases where field != .name { try field.add(record, reader, to: &object) }
    try object.end()
  }
}
