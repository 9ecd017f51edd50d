import Foundation
import Synchronization

/// What the server answers.
final class FixtureServer: Sendable {
  let isCloud: Bool
  let lies = Lies()
  let tree: Mutex<FixtureTree>
  let logins = Mutex(FixtureLogins())
  /// The links that were made, by the path of their item.
  let links = Mutex<[String: String]>([:])
  private let log = Mutex<[String]>([])

  init(isCloud: Bool) {
    self.isCloud = isCloud
    tree = Mutex(
      FixtureTree(
        folders: isCloud
          ? [
            "/remote.php", "/remote.php/dav", "/remote.php/dav/files", "/remote.php/dav/files/me",
            "/remote.php/dav/uploads", "/remote.php/dav/uploads/me", "/remote.php/dav/trashbin",
            "/remote.php/dav/trashbin/me", Self.bin,
          ]
          : ["/dav"]))
  }

  func answer(_ request: HTTPRequest) -> HTTPAnswer {
    switch request.path {
    case "/lies":
      lies.set(String(decoding: request.body, as: UTF8.self))
      return HTTPAnswer(204)
    case "/log":
      return HTTPAnswer(200, [], Array(log.withLock { $0.joined(separator: "\n") }.utf8))
    default: break
    }
    let name = request.headers["authorization"] == nil ? "" : " with-password"
    log.withLock { $0.append("\(request.method) \(request.path)\(name)") }
    if let answer = login(request) ?? link(request) { return answer }
    if lies.has("page") { return HTTPAnswer(200, [("Content-Type", "text/html")], Array("<html></html>".utf8)) }
    if let place = lies["redirect"] { return HTTPAnswer(302, [("Location", place)]) }
    if let status = lies["moved"].flatMap({ Int($0) }) {
      guard request.path.hasPrefix(Self.newPlace) else {
        return HTTPAnswer(status, [("Location", Self.newPlace + request.path)])
      }
      var moved = request
      moved.path.removeFirst(Self.newPlace.count)
      return tree.withLock { self.answer(moved, &$0) }
    }
    if let answer = portal(request) { return answer }
    if let status = lies["status-\(request.method)"].flatMap({ Int($0) }) {
      var answer = HTTPAnswer(status)
      if lies.has("endless-status") { (answer.isEndless, answer.body) = (true, Self.filling) }
      return answer
    }
    let place = Self.path(request.path).split(separator: "/").last ?? ""
    if request.method == "PROPFIND", let status = lies["status-at-\(place)"].flatMap({ Int($0) }) {
      return HTTPAnswer(status)
    }
    if lies.once("missing-once-\(place)") { return HTTPAnswer(404) }
    while lies.has("held-\(request.method)") { usleep(10_000) }
    var answer = tree.withLock { tree in self.answer(request, &tree) }
    if request.method == "GET", lies.has("endless-GET") {
      (answer.isEndless, answer.body) = (true, Self.filling)
    }
    answer.isSlow = request.method == "GET" && lies.has("slow-GET")
    if lies.once("lose-\(request.method)") { answer.isLost = true }
    if let count = lies["cut-\(request.method)"].flatMap({ Int($0) }), answer.body.count > count {
      if lies.once("cut-once") { lies.set("") }
      answer.cutAfter = count
    }
    return answer
  }

  /// What comes again and again in an answer without end.
  private static let filling = [UInt8](repeating: 0x78, count: 1 << 16)

  /// Where everything is with the lie `moved`.
  private static let newPlace = "/new"

  /// What answers in the server's place, as where a network wants a person to log in first: to all methods, or to one.
  private func portal(_ request: HTTPRequest) -> HTTPAnswer? {
    guard let kind = lies["portal"] ?? lies["portal-\(request.method)"] else { return nil }
    var answer = HTTPAnswer(
      Int(kind) ?? 200, [("Content-Type", "text/html"), ("ETag", "\"portal\"")], Array("<html>Log in".utf8))
    if kind == "garbage" { answer.garbage = "\u{1}\u{2}no answer at all\r\n\r\n" }
    return answer
  }

  private func answer(_ request: HTTPRequest, _ tree: inout FixtureTree) -> HTTPAnswer {
    let path = Self.path(request.path)
    if isRefused(request, path) { return HTTPAnswer(403) }
    if let answer = answerForBin(request, path, &tree) { return answer }
    switch request.method {
    case "PROPFIND": return list(request, path, tree)
    case "GET": return get(request, path, &tree)
    case "PUT": return put(request, path, &tree)
    case "MKCOL":
      if tree[path] != nil { return HTTPAnswer(405) }
      guard tree[FixtureTree.parent(path)]?.isFolder == true else { return HTTPAnswer(409) }
      tree.put(path, .init(isFolder: true))
      return HTTPAnswer(201)
    case "DELETE":
      guard let node = tree[path] else { return HTTPAnswer(404) }
      guard isAllowed(request, node) else { return HTTPAnswer(412) }
      delete(path, &tree)
      return HTTPAnswer(204, [("Date", Self.date(Date()))])
    case "MOVE": return move(request, path, &tree)
    case "COPY": return copy(request, path, &tree)
    case "PROPPATCH": return setProperties(request, path, &tree)
    case "SEARCH": return search(request, path, tree)
    case "REPORT": return changes(request, path, tree)
    default: return HTTPAnswer(405)
    }
  }

  static func path(_ target: String) -> String {
    var path = target
    if let origin = path.range(of: "://") {
      path = String(path[origin.upperBound...].drop { $0 != "/" })
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path.removingPercentEncoding ?? path
  }

  /// Whether the folder that an item is in lets nobody change what is in it.
  private func isRefused(_ request: HTTPRequest, _ path: String) -> Bool {
    guard ["PUT", "MKCOL", "DELETE", "MOVE", "PROPPATCH"].contains(request.method) else { return false }
    let target = Self.path(request.headers["destination"] ?? path)
    return [path, target].contains { FixtureTree.parent($0) == lies["read-only"] }
  }

  func tag(_ node: FixtureTree.Node) -> String { (lies.has("weak-tags") ? "W/" : "") + "\"\(node.version)\"" }

  /// Whether the conditions of a request are fulfilled.
  func isAllowed(_ request: HTTPRequest, _ node: FixtureTree.Node?) -> Bool {
    if lies.has("ignore-conditions") { return true }
    if request.headers["if-none-match"] == "*", node != nil { return false }
    if let wanted = request.headers["if-match"] {
      if lies.has("refuse-own-version") { return false }
      return node.map { wanted == "\"\($0.version)\"" } ?? false
    }
    if let wanted = request.headers["if"] {
      return node.map { wanted.contains("([\"\($0.version)\"])") } ?? false
    }
    return true
  }
}
