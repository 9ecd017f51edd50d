import Foundation

extension WebDAVServer {
  /// Under which condition something is changed.
  enum Precondition: Hashable, Sendable {
    case none
    /// Nothing is there yet.
    case isNew
    /// This version is there.
    case has(EntityTag)

    var header: [(name: String, value: String)] {
      switch self {
      case .none: []
      case .isNew: [("If-None-Match", "*")]
      // A weak one would never match.
      case .has(let tag): tag.isWeak ? [] : [("If-Match", tag.text)]
      }
    }

    /// The condition on a resource that the request names by its address (RFC 4918, section 10.4).
    func header(of url: String) -> [(name: String, value: String)] {
      if case .has(let tag) = self, !tag.isWeak { [("If", "<\(url)> ([\(tag.text)])")] } else { [] }
    }
  }

  /// Sends a document's contents.
  ///
  /// The whole of it in one request, always: what a server makes of a part with `Content-Range` differs.
  func put(
    _ file: Int32, length: Int64, to path: RemotePath, _ condition: Precondition,
    headers: [(name: String, value: String)] = [], _ cancellation: Cancellation? = nil,
    progress: ((_ sent: Int64) -> Void)? = nil
  ) throws -> Response {
    var request = Request("PUT", endpoint.url(path))
    request.isChange = true
    request.body = .file(file, offset: 0, length: length)
    request.headers = condition.header + headers
    if isCardDAV { request.contentType = "text/vcard; charset=utf-8" }
    let reported: ((Int64, Int64) -> Void)? = progress.map { progress in { _, sent in progress(sent) } }
    do { return try transport.perform(request, cancellation, progress: reported) } catch let error as WebDAVError
      where error.status == 417
    {
      // It does not know Expect.
      request.headers.append(("Expect", ""))
      return try transport.perform(request, cancellation, progress: reported)
    }
  }

  func makeFolder(_ path: RemotePath, _ cancellation: Cancellation? = nil) throws {
    if isCardDAV { try makeAddressBook(path, cancellation) } else { try change("MKCOL", path, [], cancellation) }
  }

  @discardableResult
  func delete(
    _ path: RemotePath, _ condition: Precondition = .none, _ cancellation: Cancellation? = nil
  ) throws -> Response {
    let response = try change("DELETE", path, condition.header, cancellation)
    // 204 means deleted; 200 is what a portal answers to everything.
    if response.status == 200, try entry(ifAt: path, cancellation) != nil { throw Self.notDone }
    return response
  }

  /// A change was answered as if it had been made, and was not.
  static let notDone = WebDAVError(.badAnswer("a change reported as done was not made"))

  /// Moves an item, unless something is in the way or the condition does not hold: then 412.
  ///
  /// The condition is sent in both forms: WsgiDAV ignores `If` with a version, others may ignore `If-Match` here.
  func move(
    _ path: RemotePath, to target: RemotePath, _ condition: Precondition = .none, _ cancellation: Cancellation? = nil
  ) throws {
    let conditions = condition.header + condition.header(of: endpoint.url(path))
    try change("MOVE", path, relocation(target) + conditions, cancellation)
  }

  /// Copies a document, unless something is in the way: then 412.
  func copy(_ path: RemotePath, to target: RemotePath, _ cancellation: Cancellation? = nil) throws {
    try change("COPY", path, relocation(target), cancellation)
  }

  private func relocation(_ target: RemotePath) -> [(name: String, value: String)] {
    [("Destination", endpoint.url(target)), ("Overwrite", "F")]
  }

  /// Sets properties. Each is the element with its contents.
  func setProperties(_ elements: String, of path: RemotePath, _ cancellation: Cancellation? = nil) throws {
    var request = Request("PROPPATCH", endpoint.url(path))
    request.isChange = true
    request.body = .xml(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:propertyupdate xmlns:d=\"DAV:\"><d:set><d:prop>\(elements)"
        + "</d:prop></d:set></d:propertyupdate>")
    var isSet = false
    _ = try read(request, cancellation) { if !$0.properties.isEmpty { isSet = true } }
    guard isSet else { throw WebDAVError(.status(403)) }
  }

  @discardableResult
  func change(
    _ method: String, _ path: RemotePath, _ headers: [(name: String, value: String)], _ cancellation: Cancellation?
  ) throws -> Response {
    var request = Request(method, endpoint.url(path))
    request.isChange = true
    request.headers = headers
    var isPartial = false
    let response = try transport.perform(
      request, cancellation,
      receive: { response, bytes in
        if response.status == 207, !bytes.isEmpty { isPartial = true }
      })
    // A result per item means that some failed.
    if isPartial || response.status == 207 { throw WebDAVError(.status(500)) }
    return response
  }
}
