import FileProviderInterface
package import FileProviderStore

/// An item as one JSON object: `identifier`, `parent`, `path`, `kind`, `name` and all fields.
package enum ItemJSON {
  /// - Parameters:
  ///   - path: Its path, if it is known already.
  ///   - more: Adds further fields.
  package static func write(
    _ record: ItemRecord, path: String? = nil, _ reader: StoreReader, to writer: ByteWriter,
    more: (inout JSONObject) throws -> Void = { _ in }
  ) throws {
    var object = try JSONObject(writer)
    try object.add("identifier", try reader.identifier(of: record.id).rawValue)
    try object.add("parent", try reader.identifier(of: record.parent).rawValue)
    try object.add("kind", record.kind.word)
    try object.add(path: try path ?? reader.path(of: record.id) ?? "/" + record.name.spelling)
    try object.add("name", bytes: "nameBytes", spelling: record.name.spelling)
    for field in ItemField.allCases where field != .name { try field.add(record, reader, to: &object) }
    try more(&object)
    try object.end()
  }
}
