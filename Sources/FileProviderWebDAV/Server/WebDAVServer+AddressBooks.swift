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

  /// Whether a collection is an address book.
  func isAddressBook(_ path: RemotePath, _ cancellation: Cancellation?) throws -> Bool {
    let type = XMLName.dav("resourcetype")
    var isBook: Bool?
    _ = try report("PROPFIND", path, body: Self.propfind([type]), depth: "0", cancellation) { entry in
      isBook = isBook ?? entry.properties[type]?.elements.contains(.cardDAV("addressbook"))
    }
    return isBook ?? false
  }

  /// Whether another card of its book has the `UID` of a card. A server may find more than was asked for: each is compared here.
  func hasOtherCard(
    withUID uid: String, than path: RemotePath, _ cancellation: Cancellation?
  ) throws -> Bool {
    let place = place(of: path.parent)
    let data = XMLName.cardDAV("address-data")
    var request = Request("REPORT", endpoint.url(path.parent))
    request.headers = [("Depth", "1")]
    request.body = .xml(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><c:addressbook-query xmlns:d=\"DAV:\" "
        + "xmlns:c=\"\(data.namespace)\"><d:prop><d:getetag/><c:address-data/></d:prop><c:filter>"
        + "<c:prop-filter name=\"UID\"><c:text-match match-type=\"equals\">\(escapedXML(uid))</c:text-match>"
        + "</c:prop-filter></c:filter></c:addressbook-query>")
    var isFound = false
    _ = try read(request, cancellation, longestText: Self.longestCard) { entry in
      guard !isFound, let text = entry.properties[data]?.text, ComparableCard(text.utf8)?.uid == uid else { return }
      isFound = entry.references.contains { place.position(of: $0) != .inside(path) }
    }
    return isFound
  }

  /// Fetches cards of one book.
  ///
  /// - Parameter receive: Takes each of them that the server gives, with its properties.
  func cards(
    _ paths: [RemotePath], _ cancellation: Cancellation?, receive: (RemoteEntry, [UInt8]) throws -> Void
  ) throws {
    guard let book = paths.first?.parent else { return }
    let (place, asked) = (place(of: book), Set(paths))
    let data = XMLName.cardDAV("address-data")
    let references = paths.map { path in
      "<d:href>" + (place.names + [path.name]).map { "/" + PercentCoding.encode($0) }.joined() + "</d:href>"
    }
    let body =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><c:addressbook-multiget xmlns:d=\"DAV:\" "
      + "xmlns:c=\"\(data.namespace)\"><d:prop>" + properties.map(\.element).joined()
      + "<c:address-data content-type=\"text/vcard\" version=\"\(facts.cardVersion ?? "3.0")\"/></d:prop>"
      + references.joined() + "</c:addressbook-multiget>"
    var request = Request("REPORT", endpoint.url(book))
    request.headers = [("Depth", "1")]
    request.body = .xml(body)
    var failure: (any Error)?
    try withoutActuallyEscaping(receive) { receive in
      _ = try read(request, cancellation, longestText: Self.longestCard) { entry in
        guard failure == nil, entry.isReported, let text = entry.properties[data]?.text, Self.isCard(text),
          case .inside(let path)? = entry.references.first.map(place.position)
        else { return }
        let card = RemoteEntry(entry, path)
        guard asked.contains(card.path) else { return }
        do { try receive(card, Self.withLineEnds(text)) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }

  /// The most bytes of a card that are taken from a server.
  static let longestCard = 32 << 20

  /// Whether a text is a vCard. A server may have cards in other formats, such as jCard (RFC 7095).
  private static func isCard(_ text: String) -> Bool { text.prefix(11).lowercased() == "begin:vcard" }

  /// The bytes of a card, with a carriage return at each end of a line. XML parsers remove those that are not written as references.
  private static func withLineEnds(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      bytes += line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      bytes += "\r\n".utf8
    }
    return bytes
  }

  /// Checks the format of a downloaded card.
  ///
  /// - Throws: A refusal of jCard and xCard (RFC 7095, RFC 6351), which a server may send although vCard was asked for.
  func checkFormat(_ response: Response) throws(WebDAVError) {
    guard isCardDAV, let type = response.headers["content-type"]?.lowercased(), type.hasPrefix("application/vcard+")
    else { return }
    throw WebDAVError(.otherFormat(type))
  }
}
