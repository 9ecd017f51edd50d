/// What Nextcloud and ownCloud document beside WebDAV.
extension WebDAVServer {
  /// The user whose files are mounted, and where the paths of the protocol begin: `…/remote.php/dav/files/USER/…`.
  var cloudPlace: (base: [[UInt8]], user: [UInt8], folder: [[UInt8]])? {
    let names = endpoint.names
    guard let files = names.firstIndex(of: Array("files".utf8)), files >= 2, files + 1 < names.count,
      names[files - 1] == Array("dav".utf8), names[files - 2] == Array("remote.php".utf8)
    else { return nil }
    return (Array(names[..<files]), names[files + 1], Array(names[(files + 2)...]))
  }

  /// Finds an item by its number: a search (RFC 5323), as Nextcloud answers it.
  ///
  /// - Returns: `nil` when there is none in the collection that is mounted.
  func entry(ofNumber number: String, _ cancellation: Cancellation?) throws -> RemoteEntry? {
    guard let cloud = cloudPlace, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let scope = PercentCoding.encode(Array(([Array("files".utf8), cloud.user]).joined(separator: [0x2F])))
    var request = Request("SEARCH", endpoint.sibling(cloud.base).url(.root))
    request.body = .xml(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:searchrequest xmlns:d=\"DAV:\"><d:basicsearch><d:select><d:prop>"
        + facts.properties.map(\.element).joined()
        + "</d:prop></d:select><d:from><d:scope><d:href>/\(scope)</d:href><d:depth>infinity</d:depth></d:scope>"
        + "</d:from><d:where><d:eq><d:prop>\(XMLName.ownCloud("fileid").element)</d:prop>"
        + "<d:literal>\(number)</d:literal></d:eq></d:where></d:basicsearch></d:searchrequest>")
    var found: StatusEntry?
    _ = try read(request, cancellation) { entry in
      if entry.isTold, RemoteEntry(entry, .root).cloud?.number == number { found = entry }
    }
    guard let found, let reference = found.references.first else { return nil }
    var position = place(of: .root).position(of: reference)
    // A server in front may call the collection by another path.
    if position == .outside { position = try learnPlace(of: .root, cancellation).position(of: reference) }
    guard case .inside(let path) = position else { return nil }
    return RemoteEntry(found, path)
  }
}
