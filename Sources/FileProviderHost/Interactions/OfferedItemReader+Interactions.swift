import FileProviderDomains
import FileProviderStore

/// Items, as the rules of a provider's interactions see them.
struct OfferedItemReader {
  let reader: StoreReader

  init(_ reader: StoreReader) { self.reader = reader }

  func offered(_ id: ItemID) throws(StoreError) -> RuleValue {
    guard let record = try reader.record(id) else { return .null }
    return .object(try OfferedItem(record, reader))
  }

  /// The items at some paths that exist.
  func offered(_ paths: some Sequence<ItemPath>) throws(StoreError) -> [UserAction.Part] {
    var parts: [UserAction.Part] = []
    for path in paths {
      if let item = try reader.resolve(path.path) { parts.append(UserAction.Part(source: try offered(item.id))) }
    }
    return parts
  }

  /// The folder at a path, or the nearest one above it that exists.
  func offeredFolder(_ path: String) throws(StoreError) -> RuleValue {
    var names = path.pathNames.map { String($0) }
    while true {
      if let item = try reader.resolve("/" + names.joined(separator: "/")), item.isFolder {
        return try offered(item.id)
      }
      guard names.popLast() != nil else { return .null }
    }
  }
}
