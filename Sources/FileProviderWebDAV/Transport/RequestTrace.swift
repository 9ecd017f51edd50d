import Foundation
import Glibc

/// Prints each request and each answer, with secrets blanked.
struct RequestTrace: Sendable {
  private let write: @Sendable (String) -> Void

  init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// To standard error, where the environment asks for it.
  static var fromEnvironment: RequestTrace? {
    guard ProcessInfo.processInfo.environment["FILEPROVIDER_TRACE_REQUESTS"] != nil else { return nil }
    return RequestTrace { text in
      _ = text.withCString { Glibc.write(STDERR_FILENO, $0, strlen($0)) }
    }
  }

  func note(_ request: Request) {
    let headers = request.headers.map { "    \($0.name): \(Self.blanked($0.name, $0.value))\n" }
    write("> \(request.method) \(Self.withoutQuery(request.url))\n" + headers.joined())
  }

  func note(_ response: Response) {
    let headers = response.headers.sorted { $0.key < $1.key }
      .map { "    \($0.key): \(Self.blanked($0.key, $0.value))\n" }
    write("< \(response.status)\n" + headers.joined())
  }

  func note(_ error: any Error) { write("! \(error)\n") }

  private static let secrets = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "www-authenticate",
    "authentication-info",
  ]

  private static func blanked(_ name: String, _ value: String) -> String {
    let name = name.lowercased()
    return secrets.contains(name) ? "***" : name == "location" ? withoutQuery(value) : value
  }

  /// Addresses that are made for one download have what opens them behind the question mark.
  private static func withoutQuery(_ address: String) -> String {
    guard let mark = address.firstIndex(of: "?") else { return address }
    return address[...mark] + "***"
  }
}
