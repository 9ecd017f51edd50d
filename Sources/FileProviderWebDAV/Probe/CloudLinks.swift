import Foundation

/// Links to documents and folders of a Nextcloud, which open for everybody who has them (its API for shares).
package struct CloudLinks: Sendable {
  private let transport: Transport
  /// The part of the user's files that the domain shows.
  private let folder: [[UInt8]]

  private static let shares = "ocs/v2.php/apps/files_sharing/api/v1/shares?format=json"
  /// The type of a share that is a link.
  private static let link = 3

  /// - Returns: `nil` for a server that is no Nextcloud, going by its address.
  package init?(_ settings: WebDAVSettings) throws(WebDAVCheck.Failure) {
    let found = try WebDAVCheck.explained { () throws -> (Transport, [[UInt8]])? in
      let endpoint = try settings.endpoint()
      guard let place = endpoint.cloudPlace, !settings.isCardDAV else { return nil }
      var base = settings
      base.address = endpoint.sibling(place.base.dropLast(2)).text
      return (try Transport(base), place.folder)
    }
    guard let found else { return nil }
    (transport, folder) = found
  }

  /// The user's own link to an item. It is made if there is none.
  ///
  /// - Parameter names: The names of the item's path in the domain.
  package func link(to names: [[UInt8]]) throws(WebDAVCheck.Failure) -> String {
    try WebDAVCheck.explained {
      let path = "path=" + PercentCoding.encode((folder + names).flatMap { [UInt8(ascii: "/")] + $0 })
      let known: Answer<[Share]> = try ask(Request("GET", url("&reshares=false&" + path)))
      if let share = known.ocs.data.first(where: { $0.share_type == Self.link }) { return try address(share) }
      var request = Request("POST", url(""))
      (request.body, request.isChange) = (.form("\(path)&shareType=\(Self.link)"), true)
      let made: Answer<Share> = try ask(request)
      return try address(made.ocs.data)
    }
  }

  private struct Share: Decodable {
    let share_type: Int
    let url: String?
  }

  private struct Answer<Content: Decodable>: Decodable {
    struct Envelope: Decodable { let data: Content }
    let ocs: Envelope
  }

  private func url(_ query: String) -> String { transport.endpoint.text + Self.shares + query }

  /// An address that can be shown, and given to a browser.
  private func address(_ share: Share) throws(WebDAVError) -> String {
    guard let url = share.url, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw WebDAVError(.badAnswer("a share without a link"))
    }
    return url
  }

  private func ask<Content: Decodable>(_ request: Request) throws -> Answer<Content> {
    var request = request
    request.headers = [("OCS-APIRequest", "true"), ("Accept", "application/json")]
    var data = Data()
    do {
      try transport.perform(
        request,
        receive: { _, bytes in
          guard data.count + bytes.count <= 1 << 20 else { throw WebDAVError(.badAnswer("too large")) }
          data.append(contentsOf: bytes)
        })
    } catch let error as WebDAVError where error.status == 404 {
      throw WebDAVError(.local("the server has no such item, or lets nobody share it"))
    } catch let error as WebDAVError where error.status == 403 {
      throw WebDAVError(.local("the server does not allow a link to it"))
    }
    guard let answer = try? JSONDecoder().decode(Answer<Content>.self, from: data) else {
      throw WebDAVError(.badAnswer("not a response of a Nextcloud server"))
    }
    return answer
  }
}
