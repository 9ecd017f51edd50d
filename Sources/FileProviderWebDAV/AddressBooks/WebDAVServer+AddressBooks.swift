/// What CardDAV has beside WebDAV (RFC 6352).
extension WebDAVServer {
  /// Makes an address book (RFC 5689).
  func makeAddressBook(_ path: RemotePath, _ cancellation: Cancellation?) throws {
    var request = Request("MKCOL", endpoint.url(path))
    request.isChange = true
    request.body = .xml(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:mkcol xmlns:d=\"DAV:\"><d:set><d:prop><d:resourcetype>"
        + XMLName.dav("collection").element + XMLName.cardDAV("addressbook").element
        + "</d:resourcetype></d:prop></d:set></d:mkcol>")
    let response = try transport.perform(request, cancellation)
    // A result per property means that it was not made.
    if response.status == 207 { throw WebDAVError(.status(403)) }
  }

  /// Whether another card of its book has the `UID` of a card.
  func hasOtherCard(
    withUID uid: String, than path: RemotePath, _ cancellation: Cancellation?
  ) throws -> Bool {
    let place = place(of: path.parent)
    let body =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><c:addressbook-query xmlns:d=\"DAV:\" "
      + "xmlns:c=\"urn:ietf:params:xml:ns:carddav\"><d:prop><d:getetag/></d:prop><c:filter><c:prop-filter name=\"UID\">"
      + "<c:text-match match-type=\"equals\">\(escapedXML(uid))</c:text-match></c:prop-filter></c:filter>"
      + "</c:addressbook-query>"
    var isFound = false
    _ = try report("REPORT", path.parent, body: body, depth: "1", cancellation) { entry in
      guard (200..<300).contains(entry.status ?? 200), !entry.properties.isEmpty else { return }
      if entry.references.contains(where: { place.position(of: $0) != .inside(path) }) { isFound = true }
    }
    return isFound
  }

  /// Fetches cards of one book.
  ///
  /// - Parameter receive: Takes each card that the server gives, with its properties.
  func cards(
    _ paths: [RemotePath], _ cancellation: Cancellation?, receive: (RemoteEntry, [UInt8]) throws -> Void
  ) throws {
    guard let book = paths.first?.parent else { return }
    let place = place(of: book)
    let data = XMLName.cardDAV("address-data")
    let references = paths.map { path in
      "<d:href>" + (place.names + [path.name]).map { "/" + PercentCoding.encode($0) }.joined() + "</d:href>"
    }
    let body =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><c:addressbook-multiget xmlns:d=\"DAV:\" "
      + "xmlns:c=\"\(data.namespace)\"><d:prop>" + facts.properties.map(\.element).joined()
      + "<c:address-data content-type=\"text/vcard\" version=\"\(facts.cardVersion ?? "3.0")\"/></d:prop>"
      + references.joined() + "</c:addressbook-multiget>"
    var request = Request("REPORT", endpoint.url(book))
    request.headers = [("Depth", "1")]
    request.body = .xml(body)
    var failure: (any Error)?
    try withoutActuallyEscaping(receive) { receive in
      _ = try read(request, cancellation, longestText: Self.longestCard) { entry in
        guard failure == nil, entry.isReported, let text = entry.properties[data]?.text, !text.isEmpty,
          case .inside(let path)? = entry.references.first.map(place.position)
        else { return }
        do { try receive(RemoteEntry(entry, path), Self.lines(text)) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }

  /// In bytes.
  private static let longestCard = 32 << 20

  /// The bytes of a card. XML has no carriage returns but those that are written as references.
  private static func lines(_ text: String) -> [UInt8] {
    let hasReturns = text.utf8.contains(UInt8(ascii: "\r"))
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let end = Array((hasReturns ? "\n" : "\r\n").utf8)
    return Array(lines.joined(separator: end)) + Array("\r\n".utf8)
  }
}
