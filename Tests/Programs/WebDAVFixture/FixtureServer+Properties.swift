import Foundation

extension FixtureServer {
  func list(_ request: HTTPRequest, _ path: String, _ tree: FixtureTree) -> HTTPAnswer {
    guard let node = tree[path] else { return HTTPAnswer(404) }
    let asked = String(decoding: request.body, as: UTF8.self)
    let isListing = request.headers["depth"] == "1"
    var entries = ""
    if !lies.has("tell-nothing"), !isListing || !lies.has("leave-folder-out") {
      entries += entry(path, node, in: path, asked)
    }
    if isListing {
      if let status = lies["status-of-all"] {
        entries += failure(tree.children(path).map { reference($0, in: path) }, status)
      } else if !lies.has("tell-nothing") {
        for child in tree.children(path) { entries += told(child, in: path, tree) }
      }
      if lies.has("say-507") { entries += failure([reference(path, in: path) + "/"], "507") }
      if lies.has("tell-of-others") { entries += entry("/elsewhere/x", .init(isFolder: false), in: path) }
    }
    return multistatus(entries, isCut: lies.has("unended-multistatus") && isListing)
  }

  /// What is told of an item in a folder.
  private func told(_ path: String, in folder: String, _ tree: FixtureTree) -> String {
    guard let node = tree[path] else { return "" }
    let name = path.split(separator: "/").last ?? ""
    if let status = lies["status-of-\(name)"] { return failure([reference(path, in: folder)], status) }
    var text = entry(path, node, in: folder)
    if lies.has("tell-twice") { text += text }
    if lies.has("tell-below") { text += tree.children(path).map { told($0, in: folder, tree) }.joined() }
    return text
  }

  private func failure(_ references: [String], _ status: String) -> String {
    "<d:response>" + references.map { "<d:href>\($0)</d:href>" }.joined()
      + "<d:status>HTTP/1.1 \(status) Fixture</d:status></d:response>"
  }

  func multistatus(_ entries: String, token: String? = nil, isCut: Bool = false) -> HTTPAnswer {
    var text =
      "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\" xmlns:oc=\"http://owncloud.org/ns\" "
      + "xmlns:nc=\"http://nextcloud.org/ns\">\(entries)"
    if let token { text += "<d:sync-token>\(token)</d:sync-token>" }
    if !isCut { text += "</d:multistatus>" }
    return HTTPAnswer(207, [("Content-Type", "application/xml")], Array(text.utf8))
  }

  /// What the server calls a place in an answer about a folder.
  private func reference(_ path: String, in folder: String) -> String {
    var path = path
    if lies.has("relative"), path == folder || path.hasPrefix(folder + "/") {
      path = "." + path.dropFirst(folder.count)
    } else if let prefix = lies["prefix"] {
      path = prefix + path.dropFirst("/dav".count)
    }
    if lies.has("escape-all") {
      return path.utf8.map { $0 == 0x2F ? "/" : String(format: "%%%02x", $0) }.joined()
    }
    return path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  private func entry(_ path: String, _ node: FixtureTree.Node, in folder: String, _ asked: String = "") -> String {
    let host = lies["host-in-front"].map { "https://\($0)" } ?? ""
    let slash = node.isFolder && !lies.has("no-slashes") ? "/" : ""
    let isTop = path == "/dav"
    let head = "<d:response><d:href>\(host)\(reference(path, in: folder))\(slash)</d:href><d:propstat><d:prop>"
    let name = path.split(separator: "/").last ?? ""
    if let status = lies["property-status-of-\(name)"] {
      return head
        + "<d:resourcetype/><d:getetag/></d:prop><d:status>HTTP/1.1 \(status) Fixture</d:status></d:propstat></d:response>"
    }
    let isInBin = isCloud && Self.isInBin(path)
    var properties =
      "<d:resourcetype>\(node.isFolder && !(isTop && lies.has("root-is-a-document")) ? "<d:collection/>" : "")"
      + "</d:resourcetype>"
      + "<d:getetag>\(lies.has("unquoted-tags") ? "\(node.version)" : isInBin ? "\(Int(node.modified.timeIntervalSince1970))" : tag(node))</d:getetag>"
    if !lies.has("no-dates") { properties += "<d:getlastmodified>\(Self.date(node.modified))</d:getlastmodified>" }
    if !node.isFolder, !lies.has("no-lengths") {
      properties += "<d:getcontentlength>\(node.bytes.count)</d:getcontentlength>"
    }
    if isCloud {
      let letters =
        isInBin ? "GD" : lies["permissions-of-\(name)"] ?? lies["permissions"] ?? (node.isFolder ? "RGDNVCK" : "RGDNVW")
      properties +=
        "<oc:fileid>\(node.number)</oc:fileid><oc:permissions>\(letters)</oc:permissions>"
        + "<oc:favorite>\(node.isFavorite ? 1 : 0)</oc:favorite>" + (isInBin ? trashProperties(path, node) : "")
    }
    if let room = lies["quota"]?.split(separator: ","), room.count == 2, node.isFolder {
      properties +=
        "<d:quota-available-bytes>\(room[0])</d:quota-available-bytes>"
        + "<d:quota-used-bytes>\(room[1])</d:quota-used-bytes>"
    }
    if let privileges = lies["privileges-of-\(name)"] ?? lies["privileges"] {
      properties +=
        "<d:current-user-privilege-set>"
        + privileges.split(separator: ",").map { "<d:privilege><d:\($0)/></d:privilege>" }.joined()
        + "</d:current-user-privilege-set>"
    }
    if lies.has("tokens"), node.isFolder {
      if asked.contains("sync-token") { properties += "<d:sync-token>token-\(node.version)</d:sync-token>" }
      properties +=
        "<d:supported-report-set><d:supported-report><d:report>"
        + "<d:sync-collection/></d:report></d:supported-report></d:supported-report-set>"
    }
    return head + properties + "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
  }

  func setProperties(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    guard tree[path] != nil else { return HTTPAnswer(404) }
    let text = String(decoding: request.body, as: UTF8.self)
    guard isCloud, text.contains("favorite") else { return HTTPAnswer(403) }
    tree.setFavorite(path, text.contains(">1<"))
    return multistatus(
      "<d:response><d:href>\(reference(path, in: path))</d:href><d:propstat><d:prop><oc:favorite/></d:prop>"
        + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>")
  }

  /// Finds a file by its number.
  func search(_ request: HTTPRequest, _ path: String, _ tree: FixtureTree) -> HTTPAnswer {
    let text = String(decoding: request.body, as: UTF8.self)
    guard isCloud, let start = text.range(of: "<d:literal>"), let end = text.range(of: "</d:literal>") else {
      return HTTPAnswer(405)
    }
    let number = Int(text[start.upperBound..<end.lowerBound])
    let found = tree.nodes.filter { $0.value.number == number && $0.key.hasPrefix(Self.files + "/") }
    return multistatus(found.map { entry($0.key, $0.value, in: path) }.joined())
  }

  /// Tells what is newer in a folder than a token; what was deleted is not known here, and a token from before that is refused.
  func changes(_ request: HTTPRequest, _ path: String, _ tree: FixtureTree) -> HTTPAnswer {
    guard let folder = tree[path] else { return HTTPAnswer(404) }
    if let status = lies["refuse-tokens"].flatMap({ Int($0) }) { return HTTPAnswer(status) }
    let text = String(decoding: request.body, as: UTF8.self)
    let digits = text.components(separatedBy: "token-").last?.prefix { $0.isNumber }
    guard let version = digits.flatMap({ Int($0) }) else { return HTTPAnswer(403) }
    let new = tree.children(path).filter { (tree[$0]?.version ?? 0) > version }
    return multistatus(
      new.compactMap { child in tree[child].map { entry(child, $0, in: path) } }.joined(),
      token: "token-\(folder.version)")
  }
}
