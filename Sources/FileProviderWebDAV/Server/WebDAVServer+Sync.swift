/// What changed in a folder since a token (RFC 6578).
struct SyncAnswer: Sendable {
  var updated: [RemoteEntry] = []
  var removed: [RemotePath] = []
  var token: String
}

extension WebDAVServer {
  /// Asks what changed in a folder.
  ///
  /// A server may send it in several parts, each with its token.
  func changes(in folder: RemotePath, since token: String, _ cancellation: Cancellation?) throws -> SyncAnswer {
    var answer = SyncAnswer(token: token)
    var place = place(of: folder)
    for _ in 0..<Self.mostParts {
      var part = try changes(in: place, since: answer.token, cancellation)
      if part.outside > 0 {
        place = try learnPlace(of: folder, cancellation)
        part = try changes(in: place, since: answer.token, cancellation)
      }
      guard part.outside == 0 else { throw WebDAVError(.badAnswer(Self.otherPlaces)) }
      guard let next = part.token else { throw WebDAVError(.badAnswer("no new sync token")) }
      answer.updated += part.updated
      answer.removed += part.removed
      let isStuck = next == answer.token
      answer.token = next
      if !part.isCut || isStuck { return answer }
    }
    throw WebDAVError(.badAnswer("the list of changes does not end"))
  }

  private struct SyncPart {
    var updated: [RemoteEntry] = []
    var removed: [RemotePath] = []
    var isCut = false
    var outside = 0
    var token: String?
  }

  private func changes(
    in place: AnsweredPlace, since token: String, _ cancellation: Cancellation?
  ) throws -> SyncPart {
    let body =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><d:sync-collection xmlns:d=\"DAV:\"><d:sync-token>"
      + escapedXML(token) + "</d:sync-token><d:sync-level>1</d:sync-level><d:prop>"
      + properties.map(\.element).joined() + "</d:prop></d:sync-collection>"
    var part = SyncPart()
    part.token = try report("REPORT", place.folder, body: body, depth: "0", cancellation) { entry in
      for reference in entry.references {
        switch place.position(of: reference) {
        case .outside: part.outside += 1
        case .strange: break
        case .itself: if entry.status == 507 { part.isCut = true }
        case .inside(let path) where entry.status == 404: part.removed.append(path)
        case .inside(let path):
          let item = RemoteEntry(entry, path)
          if entry.isReported, path.parent == place.folder, !isCardDAV || !item.path.isFolder {
            part.updated.append(item)
          }
        }
      }
    }
    return part
  }

  private static let mostParts = 10_000
}
