import Foundation
import Synchronization

/// Links to items of a Nextcloud, as its API for shares is documented.
extension FixtureServer {
  private static let shares = "/ocs/v2.php/apps/files_sharing/api/v1/shares?format=json"

  /// - Returns: `nil` for what has nothing to do with them.
  func link(_ request: HTTPRequest) -> HTTPAnswer? {
    guard isCloud, request.path.hasPrefix(Self.shares) else { return nil }
    guard request.headers["ocs-apirequest"] == "true" else { return HTTPAnswer(412) }
    if lies.has("no-links"), request.method == "POST" { return HTTPAnswer(403) }
    let text = request.method == "POST" ? String(decoding: request.body, as: UTF8.self) : request.path
    let words = text.split(separator: "&")
    guard let place = words.first(where: { $0.hasPrefix("path=") })?.dropFirst(5).removingPercentEncoding,
      tree.withLock({ $0[Self.files + place] != nil })
    else { return HTTPAnswer(404) }
    switch request.method {
    case "GET":
      let share = links.withLock { $0[place] }.map(share) ?? ""
      return Self.json("{\"ocs\":{\"meta\":{\"statuscode\":200},\"data\":[\(share)]}}")
    case "POST":
      guard words.contains("shareType=3") else { return HTTPAnswer(400) }
      let link = links.withLock { links in
        links[place] = "http://\(request.headers["host"] ?? "")/s/\(links.count + 1)"
        return links[place] ?? ""
      }
      return Self.json("{\"ocs\":{\"meta\":{\"statuscode\":200},\"data\":\(share(link))}}")
    default: return HTTPAnswer(405)
    }
  }

  private func share(_ link: String) -> String { "{\"id\":\"1\",\"share_type\":3,\"url\":\"\(link)\"}" }
}
