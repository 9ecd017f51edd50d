import Foundation

/// A process that follows the domain's changes by `tail`, and what it has been told.
struct CutFollower {
  /// A line of `tail --json`.
  struct Line: Decodable {
    struct Fields: Decodable { var size: Int? }
    var event: String
    var generation: Int
    var anchor: String
    var identifier: String?
    var parent: String?
    var kind: String?
    var path: String?
    var fields: Fields?
  }

  /// An item as the follower knows it.
  struct Item: Equatable {
    var parent: String
    var name: String
    var kind: String
    var size: Int
  }

  private(set) var items: [String: Item] = [:]
  private(set) var wasToldToStartOver = false
  private(set) var anchor = "begin"
  private(set) var newest = 0

  static let words = ["tail", "--container", "all", "--json", "--fields", "size"]

  /// Whole lines of an output.
  static func lines(_ output: String) -> [Line] {
    let whole = output.lastIndex(of: "\n").map { output[..<$0] } ?? ""
    return whole.split(separator: "\n").compactMap { try? JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  mutating func take(_ line: Line) {
    anchor = line.anchor
    newest = max(newest, line.generation)
    guard let identifier = line.identifier else {
      if line.event == "drop-everything" {
        items.removeAll()
        wasToldToStartOver = true
      }
      return
    }
    guard line.event != "delete" else {
      items[identifier] = nil
      return
    }
    let name = (line.path ?? "").split(separator: "/").last.map(String.init) ?? ""
    items[identifier] = Item(
      parent: line.parent ?? "", name: name, kind: line.kind ?? "", size: line.fields?.size ?? -1)
  }

  /// The paths that its items make, with number and size: to compare with the tree.
  var paths: [String: String] {
    var paths: [String: String] = [:]
    for (identifier, item) in items {
      let size = item.kind == "file" ? " of \(item.size) bytes" : ""
      paths[path(item, 0)] = "\(item.kind) \(identifier)\(size)"
    }
    return paths
  }

  private func path(_ item: Item, _ depth: Int) -> String {
    switch item.parent {
    case "NSFileProviderRootContainerItemIdentifier": "/\(item.name)"
    case "NSFileProviderTrashContainerItemIdentifier": "/.Trash-0/files/\(item.name)"
    default:
      if depth < 100, let parent = items[item.parent] {
        "\(path(parent, depth + 1))/\(item.name)"
      } else {
        "(in \(item.parent), which is unknown)/\(item.name)"
      }
    }
  }
}
