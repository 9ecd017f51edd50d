/// What changed in a folder since a token (RFC 6578).
struct SyncAnswer: Sendable {
  var updated: [RemoteEntry] = []
  var removed: [RemotePath] = []
  var token: String
}

extension WebDAVServer {
  /// Asks what changed in a folder.
  ///
  /// A server may tell it in several parts, each with its token.
  func changes(in folder: RemotePath, since token: String, _ cancellation: Cancellation?) throws -> SyncAnswer {
    var answer = SyncAnswer(token: token)
    for _ in 0..<Self.mostParts {
      var isCut = false
      let body =
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:sync-collection xmlns:d=\"DAV:\"><d:sync-token>"
        + escapedXML(answer.token) + "</d:sync-token><d:sync-level>1</d:sync-level><d:prop>"
        + facts.properties.map(\.element).joined() + "</d:prop></d:sync-collection>"
      let next = try report("REPORT", folder, body: body, depth: "0", cancellation) { status in
        guard let entry = RemoteEntry(status, at: endpoint, in: folder) else { return }
        if entry.path.bytes == folder.bytes {
          if status.status == 507 { isCut = true }
        } else if status.status == 404 {
          answer.removed.append(entry.path)
        } else if status.status ?? 200 < 300, entry.path.parent == folder {
          answer.updated.append(entry)
        }
      }
      guard let next else { throw WebDAVError(.badAnswer("there is no new token")) }
      let isStuck = next == answer.token
      answer.token = next
      if !isCut || isStuck { return answer }
    }
    throw WebDAVError(.badAnswer("there is always more to come"))
  }

  private static let mostParts = 10_000
}
