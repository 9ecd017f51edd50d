import Foundation

/// The files of the server: by path, without a slash at the end; folders included.
struct FixtureTree {
  struct Node {
    var isFolder: Bool
    var bytes: [UInt8] = []
    var version = 0
    var number = 0
    var modified = Date()
    var isFavorite = false
    var checksum: String?
    var trash: Trash?
  }

  /// Where something was that was thrown away.
  struct Trash {
    var name: String
    var origin: String
    var time: Int
  }

  private(set) var nodes: [String: Node] = [:]
  private var clock = 1000

  init(folders: [String]) {
    for folder in folders { put(folder, Node(isFolder: true)) }
  }

  subscript(_ path: String) -> Node? { nodes[path] }

  static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  func children(_ path: String) -> [String] { nodes.keys.filter { Self.parent($0) == path && $0 != path }.sorted() }

  /// Puts a node, with a new version; the folders above it get new ones, too, as on a Nextcloud.
  mutating func put(_ path: String, _ node: Node) {
    clock += 1
    var node = node
    node.version = clock
    if node.number == 0 { node.number = nodes[path]?.number ?? clock }
    nodes[path] = node
    touch(path)
  }

  mutating func remove(_ path: String) {
    for other in nodes.keys where other == path || other.hasPrefix(path + "/") { nodes[other] = nil }
    touch(path)
  }

  mutating func move(_ path: String, to target: String) {
    for other in nodes.keys where other == path || other.hasPrefix(path + "/") {
      nodes[target + other.dropFirst(path.count)] = nodes.removeValue(forKey: other)
    }
    touch(path)
    touch(target)
  }

  mutating func setFavorite(_ path: String, _ isFavorite: Bool) {
    nodes[path]?.isFavorite = isFavorite
    touch(path)
  }

  mutating func setTrash(_ path: String, _ trash: Trash?) { nodes[path]?.trash = trash }

  private mutating func touch(_ path: String) {
    clock += 1
    var folder = Self.parent(path)
    while nodes[folder] != nil, folder != Self.parent(folder) {
      nodes[folder]?.version = clock
      folder = Self.parent(folder)
    }
  }
}
