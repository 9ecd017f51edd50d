import Foundation

/// What the server would be: entries in a file of the group's folder, and their contents beside it.
class BoardBackend {
  struct Entry: Codable {
    var id: String
    var parent: String
    var name: String
    var isFolder: Bool
    var contentVersion = 1
    var metadataVersion = 1
    var rank = 0
    var modified = Date()
    var size: Int?
    var isStarred = false
  }

  private struct Index: Codable {
    var entries: [String: Entry] = [:]
    var deleted: [String: Int] = [:]
    var rank = 0
  }

  private let folder: URL
  private let queue = DispatchQueue(label: "BoardBackend")
  private var index: Index

  init(domain: String) {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.org.example.board")!
    folder = group.appendingPathComponent(domain, isDirectory: true)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let data = try? Data(contentsOf: folder.appendingPathComponent("index.json"))
    index = data.flatMap { try? JSONDecoder().decode(Index.self, from: $0) } ?? Index()
  }

  var rank: Int { queue.sync { index.rank } }

  func entry(_ id: String) -> Entry? { queue.sync { index.entries[id] } }

  func children(of parent: String) -> [Entry] {
    queue.sync { index.entries.values.filter { $0.parent == parent }.sorted { $0.name < $1.name } }
  }

  func contents(of id: String) -> URL { folder.appendingPathComponent(id) }

  func changes(since rank: Int) -> (updated: [Entry], deleted: [String]) {
    queue.sync {
      (index.entries.values.filter { $0.rank > rank }, index.deleted.filter { $0.value > rank }.map(\.key))
    }
  }

  func save(_ entry: Entry, contents: URL? = nil) throws -> Entry {
    try queue.sync {
      var entry = entry
      if let contents {
        try Data(contentsOf: contents).write(to: self.contents(of: entry.id))
        entry.contentVersion += 1
      } else if !entry.isFolder, index.entries[entry.id] == nil {
        try Data().write(to: self.contents(of: entry.id))
      }
      if !entry.isFolder { entry.size = try Data(contentsOf: self.contents(of: entry.id)).count }
      index.rank += 1
      entry.rank = index.rank
      entry.metadataVersion += 1
      index.entries[entry.id] = entry
      try write()
      return entry
    }
  }

  func remove(_ id: String) throws {
    try queue.sync {
      for child in index.entries.values where child.parent == id { index.entries[child.id] = nil }
      index.entries[id] = nil
      index.rank += 1
      index.deleted[id] = index.rank
      try? FileManager.default.removeItem(at: contents(of: id))
      try write()
    }
  }

  private func write() throws {
    try JSONEncoder().encode(index).write(to: folder.appendingPathComponent("index.json"), options: .atomic)
  }
}
