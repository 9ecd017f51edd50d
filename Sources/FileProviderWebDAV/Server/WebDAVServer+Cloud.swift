/// What Nextcloud and ownCloud document beside WebDAV.
extension WebDAVServer {
  var cloudPlace: CloudPlace? { endpoint.cloudPlace }

  /// Finds an item by its number: a search (RFC 5323), as Nextcloud answers it.
  ///
  /// - Returns: `nil` when there is none in the collection that is mounted.
  func entry(ofNumber number: String, _ cancellation: Cancellation?) throws -> RemoteEntry? {
    guard let (found, reference) = try answer(ofNumber: number, cancellation) else { return nil }
    var position = place(of: .root).position(of: reference)
    // A server in front may call the collection by another path.
    if position == .outside { position = try learnPlace(of: .root, cancellation).position(of: reference) }
    guard case .inside(let path) = position else { return nil }
    return RemoteEntry(found, path)
  }

  /// Moves an item into the collection that is mounted, from elsewhere among the user's files.
  ///
  /// - Returns: Whether there is one with this number.
  func moveIn(_ number: String, to target: RemotePath, _ cancellation: Cancellation?) throws -> Bool {
    guard let cloud = cloudPlace, let (_, text) = try answer(ofNumber: number, cancellation),
      let names = Reference(text)?.names
    else { return false }
    let top = place(of: .root).names.dropLast(cloud.folder.count)
    guard names.starts(with: top), names.count > top.count else { return false }
    let path = RemotePath(bytes: Array(names.dropFirst(top.count).joined(separator: [0x2F])), isFolder: false)
    var request = Request("MOVE", endpoint.sibling(cloud.base + [Array("files".utf8), cloud.user]).url(path))
    request.isChange = true
    request.headers = [("Destination", endpoint.url(target)), ("Overwrite", "F")]
    try transport.perform(request, cancellation)
    return true
  }

  private func answer(
    ofNumber number: String, _ cancellation: Cancellation?
  ) throws -> (entry: StatusEntry, reference: String)? {
    guard let cloud = cloudPlace, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    let scope = PercentCoding.encode(Array(([Array("files".utf8), cloud.user]).joined(separator: [0x2F])))
    var request = Request("SEARCH", endpoint.sibling(cloud.base).url(.root))
    request.body = .xml(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:searchrequest xmlns:d=\"DAV:\"><d:basicsearch><d:select><d:prop>"
        + properties.map(\.element).joined()
        + "</d:prop></d:select><d:from><d:scope><d:href>/\(scope)</d:href><d:depth>infinity</d:depth></d:scope>"
        + "</d:from><d:where><d:eq><d:prop>\(XMLName.ownCloud("fileid").element)</d:prop>"
        + "<d:literal>\(number)</d:literal></d:eq></d:where></d:basicsearch></d:searchrequest>")
    var found: StatusEntry?
    _ = try read(request, cancellation) { entry in
      if entry.isReported, RemoteEntry(entry, .root).cloud?.number == number { found = entry }
    }
    return found.flatMap { found in found.references.first.map { (found, $0) } }
  }
}
