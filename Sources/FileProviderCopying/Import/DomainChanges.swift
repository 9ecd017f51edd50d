import FileProviderStore

/// Finds out what was changed in the domain since it was imported.
///
/// Every opening of a store has a random number, its origin, which stands in each row of the log. An import leaves its
/// origin in the store's settings; so the rows of an item after the last one of any import are the changes by others.
/// Used by one thread.
final class DomainChanges {
  private let reader: StoreReader
  private let ownOrigin: Int64
  private var known: [Int64: Bool] = [:]

  static func key(_ origin: Int64) -> String { "import.\(origin)" }

  /// The fields that an import would overwrite.
  static let overwritten: ChangedFields = [.contents, .mode, .owner, .times, .xattrs]

  init(reader: StoreReader, ownOrigin: Int64) {
    self.reader = reader
    self.ownOrigin = ownOrigin
  }

  /// The fields of an item that others changed since it was imported; all when it was not, or when the log no longer reaches
  /// back that far.
  func foreign(_ item: ItemAttributes) throws(StoreError) -> ChangedFields {
    let everything = ChangedFields(rawValue: .max)
    var fields: ChangedFields = []
    var generation = item.lastChange
    while generation > .zero {
      guard let row = try row(at: generation) else { return everything }
      if try isImport(row.origin) { return fields }
      fields.formUnion(row.fields)
      generation = row.previous
    }
    return everything
  }

  /// Whether an import may overwrite an item.
  func isUntouched(_ item: ItemAttributes) throws(StoreError) -> Bool {
    try foreign(item).isDisjoint(with: Self.overwritten)
  }

  private func row(at generation: Generation) throws(StoreError) -> LogRow? {
    var found: LogRow?
    try LogReader(reader).forEachLogRow(after: Generation(rawValue: generation.rawValue - 1), upTo: generation) { row in
      found = copy row
      return false
    }
    return found
  }

  private func isImport(_ origin: Int64) throws(StoreError) -> Bool {
    if origin == ownOrigin { return true }
    if let known = known[origin] { return known }
    let isImport = try reader.setting(Self.key(origin)) != nil
    known[origin] = isImport
    return isImport
  }
}
