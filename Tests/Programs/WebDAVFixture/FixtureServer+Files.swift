import Foundation

extension FixtureServer {
  func get(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    guard let node = tree[path], !node.isFolder else { return HTTPAnswer(404) }
    if lies.has("other-contents") {
      return HTTPAnswer(200, [("ETag", tag(node))], node.bytes.map { $0 ^ 1 })
    }
    let tag = lies.has("other-tag-of-GET") ? "\"other\"" : tag(node)
    var headers = [("ETag", tag), ("Last-Modified", Self.date(node.modified))]
    if let checksum = lies["checksum"] ?? node.checksum { headers.append(("OC-Checksum", checksum)) }
    if lies.once("replace-behind-GET") {
      tree.put(path, .init(isFolder: false, bytes: node.bytes.map { $0 + 1 }))
    }
    if lies.has("unasked-part"), request.headers["range"] == nil {
      return HTTPAnswer(206, headers + [("Content-Range", "bytes 1000000-1000002/1000003")], Array("abc".utf8))
    }
    if let status = lies["GET-with-body"].flatMap({ Int($0) }) { return HTTPAnswer(status, headers, node.bytes) }
    guard let range = request.headers["range"], !lies.has("no-ranges"),
      lies.has("ignore-if-range") || request.headers["if-range"].map({ $0 == tag }) ?? true
    else { return HTTPAnswer(200, headers, node.bytes) }
    let parts = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    let first = Int(parts[0]) ?? 0
    let last = min(Int(parts[1]) ?? node.bytes.count - 1, node.bytes.count - 1)
    guard first <= last else { return HTTPAnswer(416) }
    return HTTPAnswer(
      206, headers + [("Content-Range", "bytes \(first)-\(last)/\(node.bytes.count)")],
      Array(node.bytes[first...last]))
  }

  func put(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    guard tree[FixtureTree.parent(path)]?.isFolder == true else { return HTTPAnswer(409) }
    if lies.has("no-hidden-names"), path.contains("/.") { return HTTPAnswer(400) }
    guard isAllowed(request, tree[path]) else { return HTTPAnswer(412) }
    let isNew = tree[path] == nil
    let begun = Date()
    if lies.has("slow-PUT") { sleep(4) }
    store(request.body, at: path, request, &tree)
    let headers = putHeaders(request, tree[path], begun)
    // Somebody else is quicker than the question after the answer.
    if lies.once("overwrite-after-put") {
      tree.put(path, .init(isFolder: false, bytes: Array("somebody else's".utf8)))
    }
    return HTTPAnswer(isNew ? 201 : 204, headers)
  }

  private func store(_ bytes: [UInt8], at path: String, _ request: HTTPRequest, _ tree: inout FixtureTree) {
    var node = FixtureTree.Node(isFolder: false, bytes: bytes)
    node.isFavorite = tree[path]?.isFavorite ?? false
    if isCloud, let date = request.headers["x-oc-mtime"].flatMap({ Double($0) }) {
      node.modified = Date(timeIntervalSince1970: date)
    }
    if isCloud { node.checksum = request.headers["oc-checksum"] }
    if lies.once("damage-upload"), !node.bytes.isEmpty { node.bytes[0] ^= 1 }
    tree.put(path, node)
  }

  /// - Parameter begun: When the request came: the answer is dated by that.
  private func putHeaders(
    _ request: HTTPRequest, _ node: FixtureTree.Node?, _ begun: Date = Date()
  ) -> [(String, String)] {
    var headers = [("Date", Self.date(begun))]
    if let node, !lies.has("no-put-tag") {
      headers.append(("ETag", lies.has("other-tag-of-PUT") ? "\"other\"" : tag(node)))
    }
    if isCloud, request.headers["x-oc-mtime"] != nil { headers.append(("X-OC-MTime", "accepted")) }
    return headers
  }

  func move(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    let target = Self.path(request.headers["destination"] ?? "")
    if isCloud, path.hasSuffix("/.file"), path.contains("/uploads/") { return assemble(request, path, target, &tree) }
    // Somebody else is quicker: another document has the place.
    if lies.once("replace-before-move") {
      tree.remove(path)
      tree.put(path, .init(isFolder: false, bytes: Array("somebody else's".utf8)))
    }
    guard tree[path] != nil else { return HTTPAnswer(404) }
    if let status = lies["refuse-if"].flatMap({ Int($0) }), request.headers["if"] != nil { return HTTPAnswer(status) }
    if !lies.has("ignore-if"), !isAllowed(request, tree[path]) { return HTTPAnswer(412) }
    guard tree[FixtureTree.parent(target)]?.isFolder == true else { return HTTPAnswer(409) }
    if tree[target] != nil {
      if request.headers["overwrite"] == "F", !lies.has("ignore-conditions") { return HTTPAnswer(412) }
      tree.remove(target)
    }
    tree.move(path, to: target)
    return HTTPAnswer(201)
  }

  /// Copies a document.
  func copy(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    let target = Self.path(request.headers["destination"] ?? "")
    guard let node = tree[path], !node.isFolder else { return HTTPAnswer(404) }
    guard tree[target] == nil else { return HTTPAnswer(412) }
    tree.put(target, .init(isFolder: false, bytes: node.bytes, modified: node.modified))
    if lies.once("change-behind-copy") {
      tree.put(path, .init(isFolder: false, bytes: Array("changed meanwhile".utf8)))
    }
    return HTTPAnswer(201)
  }

  /// Puts the parts of a document together (Nextcloud's chunked upload, version 2).
  private func assemble(
    _ request: HTTPRequest, _ path: String, _ target: String, _ tree: inout FixtureTree
  ) -> HTTPAnswer {
    let folder = FixtureTree.parent(path)
    guard tree[folder] != nil else { return HTTPAnswer(404) }
    let bytes = tree.children(folder).flatMap { tree[$0]?.bytes ?? [] }
    guard request.headers["oc-total-length"] == String(bytes.count) else { return HTTPAnswer(400) }
    guard isAllowed(request, tree[target]) else { return HTTPAnswer(412) }
    if tree[target] != nil, request.headers["overwrite"] == "F" { return HTTPAnswer(412) }
    let isNew = tree[target] == nil
    store(bytes, at: target, request, &tree)
    tree.remove(folder)
    return HTTPAnswer(isNew ? 201 : 204, putHeaders(request, tree[target]))
  }

  static func date(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
