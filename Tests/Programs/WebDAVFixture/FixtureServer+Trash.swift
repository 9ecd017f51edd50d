import Foundation

/// The trash bin of a Nextcloud, as it is documented: `…/trashbin/USER/trash` has what was deleted, and a move to `…/trashbin/USER/restore` brings it back.
extension FixtureServer {
  static let files = "/remote.php/dav/files/me"
  static let bin = "/remote.php/dav/trashbin/me/trash"
  private static let restoring = "/remote.php/dav/trashbin/me/restore/"

  static func isInBin(_ path: String) -> Bool { path.hasPrefix(bin + "/") }

  /// Answers what is asked of the bin itself and of the way out of it; `nil` for everything else.
  func answerForBin(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer? {
    guard isCloud, path == Self.bin || Self.isInBin(path) else { return nil }
    if lies.has("no-trash-bin") { return HTTPAnswer(404) }
    switch request.method {
    case "PUT", "MKCOL", "PROPPATCH", "COPY": return HTTPAnswer(403)
    case "DELETE" where path == Self.bin:
      for child in tree.children(path) { tree.remove(child) }
      return HTTPAnswer(204)
    case "MOVE": return restore(request, path, &tree)
    default: return nil
    }
  }

  /// Deletes something: what was among the files is in the bin then.
  func delete(_ path: String, _ tree: inout FixtureTree) {
    guard isCloud, path.hasPrefix(Self.files + "/"), !lies.has("no-trash-bin"), !lies.has("bin-is-full") else {
      return tree.remove(path)
    }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    var time = Int(Date().timeIntervalSince1970)
    while tree["\(Self.bin)/\(name).d\(time)"] != nil { time += 1 }
    let target = "\(Self.bin)/\(name)\(lies.has("other-names-in-bin") ? "…" : "").d\(time)"
    tree.move(path, to: target)
    tree.setTrash(target, .init(name: name, origin: String(path.dropFirst(Self.files.count + 1)), time: time))
  }

  private func restore(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    guard let node = tree[path] else { return HTTPAnswer(404) }
    guard Self.path(request.headers["destination"] ?? "").hasPrefix(Self.restoring) else { return HTTPAnswer(403) }
    let name = node.trash?.name ?? path.split(separator: "/").last.map(String.init) ?? ""
    var target = Self.files + "/" + (node.trash?.origin ?? name)
    // Without its folder it comes to the top, as what was in a folder that was thrown away.
    if tree[FixtureTree.parent(target)]?.isFolder != true { target = Self.files + "/" + name }
    while tree[target] != nil { target += " (restored)" }
    tree.move(path, to: target)
    tree.setTrash(target, nil)
    return HTTPAnswer(201)
  }

  /// What the bin tells beside what every item has.
  func trashProperties(_ path: String, _ node: FixtureTree.Node) -> String {
    let name = node.trash?.name ?? path.split(separator: "/").last.map(String.init) ?? ""
    return "<nc:trashbin-filename>\(name)</nc:trashbin-filename>"
      + "<nc:trashbin-original-location>\(node.trash?.origin ?? name)</nc:trashbin-original-location>"
      + "<nc:trashbin-deletion-time>\(node.trash?.time ?? 0)</nc:trashbin-deletion-time>"
  }
}
