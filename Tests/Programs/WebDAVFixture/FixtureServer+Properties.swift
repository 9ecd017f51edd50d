import Foundation

extension FixtureServer {
  func list(_ request: HTTPRequest, _ path: String, _ tree: FixtureTree) -> HTTPAnswer {
    guard let node = tree[path] else { return HTTPAnswer(404) }
    var entries = entry(path, node)
    if request.headers["depth"] == "1" {
      for child in tree.children(path) {
        if let status = lies["status-of-\(child.split(separator: "/").last ?? "")"] {
          entries +=
            "<d:response><d:href>\(Self.reference(child))</d:href><d:status>HTTP/1.1 \(status) Fixture"
            + "</d:status></d:response>"
        } else if let node = tree[child] {
          entries += entry(child, node)
        }
      }
      if lies.has("say-507") {
        entries +=
          "<d:response><d:href>\(Self.reference(path))/</d:href><d:status>HTTP/1.1 507 Full</d:status>"
          + "</d:response>"
      }
    }
    return multistatus(entries, isCut: lies.has("unended-multistatus") && request.headers["depth"] == "1")
  }

  func multistatus(_ entries: String, token: String? = nil, isCut: Bool = false) -> HTTPAnswer {
    var text =
      "<?xml version=\"1.0\"?><d:multistatus xmlns:d=\"DAV:\" xmlns:oc=\"http://owncloud.org/ns\">\(entries)"
    if let token { text += "<d:sync-token>\(token)</d:sync-token>" }
    if !isCut { text += "</d:multistatus>" }
    return HTTPAnswer(207, [("Content-Type", "application/xml")], Array(text.utf8))
  }

  private static func reference(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  private func entry(_ path: String, _ node: FixtureTree.Node) -> String {
    let host = lies["host-in-front"].map { "https://\($0)" } ?? ""
    var properties =
      "<d:resourcetype>\(node.isFolder ? "<d:collection/>" : "")</d:resourcetype>"
      + "<d:getetag>\(tag(node))</d:getetag><d:getlastmodified>\(Self.date(node.modified))</d:getlastmodified>"
    if !node.isFolder { properties += "<d:getcontentlength>\(node.bytes.count)</d:getcontentlength>" }
    if isCloud {
      let letters = lies["permissions"] ?? (node.isFolder ? "RGDNVCK" : "RGDNVW")
      properties +=
        "<oc:fileid>\(node.number)</oc:fileid><oc:permissions>\(letters)</oc:permissions>"
        + "<oc:favorite>\(node.isFavorite ? 1 : 0)</oc:favorite>"
    }
    if lies.has("tokens"), node.isFolder {
      properties +=
        "<d:sync-token>token-\(node.version)</d:sync-token><d:supported-report-set><d:supported-report><d:report>"
        + "<d:sync-collection/></d:report></d:supported-report></d:supported-report-set>"
    }
    return "<d:response><d:href>\(host)\(Self.reference(path))\(node.isFolder ? "/" : "")</d:href><d:propstat><d:prop>"
      + properties + "</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"
  }

  func setProperties(_ request: HTTPRequest, _ path: String, _ tree: inout FixtureTree) -> HTTPAnswer {
    guard tree[path] != nil else { return HTTPAnswer(404) }
    let text = String(decoding: request.body, as: UTF8.self)
    guard isCloud, text.contains("favorite") else { return HTTPAnswer(403) }
    tree.setFavorite(path, text.contains(">1<"))
    return multistatus(
      "<d:response><d:href>\(Self.reference(path))</d:href><d:propstat><d:prop><oc:favorite/></d:prop>"
        + "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>")
  }

  /// Finds a file by its number.
  func search(_ request: HTTPRequest, _ tree: FixtureTree) -> HTTPAnswer {
    let text = String(decoding: request.body, as: UTF8.self)
    guard isCloud, let start = text.range(of: "<d:literal>"), let end = text.range(of: "</d:literal>") else {
      return HTTPAnswer(405)
    }
    let number = Int(text[start.upperBound..<end.lowerBound])
    let found = tree.nodes.filter { $0.value.number == number }
    return multistatus(found.map { entry($0.key, $0.value) }.joined())
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
      new.compactMap { path in tree[path].map { entry(path, $0) } }.joined(), token: "token-\(folder.version)")
  }
}
