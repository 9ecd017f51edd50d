import FileProviderStore
import FileProviderTesting

/// What is here and not there, and the other way round, by paths.
struct SideComparison {
  let differences: [String]

  init(_ store: ItemStore, _ server: Server) throws {
    var here: [String: String] = [:]
    for place in try StoreTree(store).places where !place.isRescued {
      here[place.path] = Self.describe(
        place.item.kind.word, place.item.kind == .file ? StoreTree.contents(of: place.item, store) : [])
    }
    var there: [String: String] = [:]
    server.read { tree in
      let items = Dictionary(uniqueKeysWithValues: tree.items.map { ($0.identifier, $0) })
      for item in items.values {
        var (path, parent) = ("/" + item.name, item.parent)
        while let folder = items[parent] { (path, parent) = ("/" + folder.name + path, folder.parent) }
        there[path] = Self.describe(item.kind.rawValue, Array(item.contents))
      }
    }
    differences = Set(here.keys).union(there.keys).filter { here[$0] != there[$0] }.sorted().map {
      "\($0) is here \(here[$0] ?? "not at all"), there \(there[$0] ?? "not at all")"
    }
  }

  private static func describe(_ kind: String, _ bytes: [UInt8]?) -> String {
    guard let bytes else { return "\(kind), not here" }
    return "\(kind), \(bytes.isEmpty ? "empty" : Text(bytes)?.description ?? "\(bytes.count) bytes")"
  }
}
