import Foundation

/// What is asked of a server, one request a call. What follows from the answers is for others to decide.
struct WebDAVServer: Sendable {
  let transport: Transport
  let facts: ServerFacts
  /// What of the trash bin is not shown.
  var discarded: Discarded?

  var endpoint: Endpoint { transport.endpoint }

  // MARK: Reading

  /// Asks for one item.
  ///
  /// - Throws: 404 when it is not there, or is of the other kind.
  func entry(at path: RemotePath, _ cancellation: Cancellation? = nil) throws -> RemoteEntry {
    let found = try entry(anyKindAt: path, cancellation)
    guard found.path.isFolder == path.isFolder else { throw WebDAVError(.status(404)) }
    return found
  }

  /// Asks for what is at a place, a document or a folder. Its path is the one that the server uses.
  func entry(anyKindAt path: RemotePath, _ cancellation: Cancellation? = nil) throws -> RemoteEntry {
    var reported: [(path: RemotePath, entry: StatusEntry)] = []
    var count = 0
    _ = try report("PROPFIND", path, body: Self.propfind(properties(of: path)), depth: "0", cancellation) {
      entry in
      count += 1
      guard reported.count < Self.mostOfOne, let own = ownPath(entry, askedFor: path) else { return }
      reported.append((own, entry))
    }
    // Servers that list more than requested list items below it.
    guard let own = reported.first(where: { $0.path.bytes == path.bytes }) ?? reported.first else {
      throw WebDAVError(.badAnswer(count == 0 ? "no properties of the item" : Self.otherPlaces))
    }
    if let status = own.entry.status, !(200..<300).contains(status) { throw WebDAVError(.status(status)) }
    guard own.entry.isReported else { throw WebDAVError(.badAnswer("the type of the item is missing")) }
    return RemoteEntry(own.entry, own.path)
  }

  /// The item at a place, if there is one.
  func entry(ifAt path: RemotePath, _ cancellation: Cancellation? = nil) throws -> RemoteEntry? {
    do { return try entry(anyKindAt: path, cancellation) } catch let error as WebDAVError where error.isMissing {
      return nil
    }
  }

  /// Lists a folder.
  ///
  /// - Throws: When the answer was not read to its end, and when it is not sure that it is about this folder.
  func list(_ folder: RemotePath, _ cancellation: Cancellation? = nil) throws -> FolderListing {
    let place = place(of: folder)
    var listing = try list(place, cancellation)
    if listing.folder == nil || listing.outside > 0 {
      // A server in front changes paths, or this one leaves the folder out of its own listing.
      let reported = try learnPlace(of: folder, cancellation)
      if reported != place { listing = try list(reported, cancellation) }
      guard listing.outside == 0 else { throw WebDAVError(.badAnswer(Self.otherPlaces)) }
      guard listing.folder != nil || !listing.children.isEmpty else {
        throw WebDAVError(.badAnswer("no properties of the folder"))
      }
    }
    guard listing.folder?.path.isFolder ?? true else { throw WebDAVError(.status(404)) }
    if folder == .trash { leaveOutOthers(&listing) }
    return listing
  }

  private func list(_ place: AnsweredPlace, _ cancellation: Cancellation?) throws -> FolderListing {
    var listing = FolderListing()
    listing.isOfAddressBooks = isCardDAV
    _ = try report(
      "PROPFIND", place.folder, body: Self.propfind(properties(of: place.folder)), depth: "1", cancellation
    ) { listing.take($0, of: place) }
    return listing
  }

  /// Makes a request that is answered by a multistatus.
  ///
  /// - Returns: The token at its end, if it has one.
  func report(
    _ method: String, _ path: RemotePath, body: String, depth: String, _ cancellation: Cancellation?,
    receive: @escaping (StatusEntry) -> Void
  ) throws -> String? {
    var request = Request(method, endpoint.url(path))
    request.headers = [("Depth", depth), ("Prefer", "return=minimal")]
    request.body = .xml(body)
    return try read(request, cancellation, receive: receive)
  }

  /// - Parameter longestText: The longest text of a property, in bytes.
  func read(
    _ request: Request, _ cancellation: Cancellation?, longestText: Int = 1 << 16,
    receive: @escaping (StatusEntry) -> Void
  ) throws -> String? {
    let reader = MultiStatus(longestText: longestText) { entry throws(XMLProblem) in receive(entry) }
    guard let stream = XMLStream(reader) else { throw WebDAVError(.local("out of memory")) }
    do {
      let response = try transport.perform(
        request, cancellation,
        receive: { response, bytes in
          guard response.status == 207 else { throw WebDAVError(.badAnswer("not a WebDAV response")) }
          try stream.read(bytes)
        })
      guard response.status == 207 else { throw WebDAVError(.badAnswer("not a WebDAV response")) }
      try stream.finish()
    } catch let problem as XMLProblem { throw WebDAVError(.badAnswer(problem.text)) }
    guard reader.isWhole else { throw WebDAVError(.badAnswer(XMLProblem.malformed.text)) }
    return reader.token
  }

  static func propfind(_ properties: [XMLName]) -> String {
    "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:propfind xmlns:d=\"DAV:\"><d:prop>"
      + properties.map(\.element).joined() + "</d:prop></d:propfind>"
  }
}
