import FileProvider
import Foundation
import Glibc

/// What the server has: `PROVIDER_FOLDERS` folders of one document each, a hundred on a shelf, and what was made of them.
///
/// It takes the same memory however long it serves. Every change is a line of the file `PROVIDER_CHANGES`, so that the next process begins where
/// this one ended.
struct SoakTree {
  struct Node: Codable {
    var identifier: String
    var parent: String
    var name: String
    /// The contents of a document; `nil` for a folder.
    var text: String?
    var version = 1
    var contentVersion = 1
    /// Counts the changes of everything: the one that made it what it is.
    var revision = 0
    var isGone = false
  }

  private(set) var nodes: [String: Node] = [:]
  private var children: [String: Set<String>] = [:]
  private(set) var revision = 0
  /// What is gone, the last that went last: an anchor that is older than the first of them is expired.
  private var gone: [Node] = []
  private(set) var oldest = 0
  private let journal: Int32

  static let root = NSFileProviderItemIdentifier.rootContainer.rawValue
  private static let mostGone = 1000

  init() {
    let environment = ProcessInfo.processInfo.environment
    let path = environment["PROVIDER_CHANGES"] ?? "/dev/null"
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    for number in 0..<(environment["PROVIDER_FOLDERS"].flatMap { Int($0) } ?? 0) {
      let shelf = "s\(number / 100)"
      if number % 100 == 0 { set(Node(identifier: shelf, parent: Self.root, name: "shelf\(number / 100)")) }
      set(Node(identifier: "f\(number)", parent: shelf, name: "folder\(number % 100)"))
      set(Node(identifier: "d\(number)", parent: "f\(number)", name: "document", text: "first \(number)\n"))
    }
    set(Node(identifier: "signalled", parent: Self.root, name: "signalled", text: "0\n"))
    for line in text.split(separator: "\n") {
      guard let node = try? JSONDecoder().decode(Node.self, from: Data(line.utf8)) else { continue }
      revision = node.revision
      set(node)
    }
  }

  private mutating func set(_ node: Node) {
    if let old = nodes[node.identifier] { children[old.parent]?.remove(node.identifier) }
    guard !node.isGone else {
      nodes[node.identifier] = nil
      children[node.identifier] = nil
      gone.append(node)
      if gone.count > Self.mostGone { oldest = gone.removeFirst().revision }
      return
    }
    nodes[node.identifier] = node
    children[node.parent, default: []].insert(node.identifier)
  }

  /// Changes a node, or makes one.
  mutating func change(_ node: Node, contents text: String? = nil) -> Node {
    revision += 1
    var node = node
    node.version += 1
    node.revision = revision
    if let text {
      node.text = text
      node.contentVersion += 1
    }
    set(node)
    if var line = try? JSONEncoder().encode(node) {
      line.append(UInt8(ascii: "\n"))
      _ = line.withUnsafeBytes { write(journal, $0.baseAddress, $0.count) }
    }
    return node
  }

  /// A new document or folder.
  mutating func create(in parent: String, named name: String, text: String?) -> Node {
    change(Node(identifier: "n\(revision + 1)", parent: parent, name: name, text: text))
  }

  func child(of parent: String, named name: String) -> Node? {
    nodes(in: parent).first { $0.name == name }
  }

  func nodes(in parent: String) -> [Node] { (children[parent] ?? []).sorted().compactMap { nodes[$0] } }

  /// What has changed since a revision, and what is gone since.
  func changes(since known: Int) -> (updated: [Node], gone: [String]) {
    (
      nodes.values.filter { $0.revision > known }.sorted { $0.revision < $1.revision },
      gone.filter { $0.revision > known }.map(\.identifier)
    )
  }
}
