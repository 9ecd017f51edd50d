import Foundation

/// Speaks with the server. It imports Foundation alone, as it does on macOS.
final class CloudClient: NSObject, URLSessionTaskDelegate {
  enum Failure: LocalizedError {
    case notLoggedIn
    case status(Int)

    var errorDescription: String? {
      switch self {
      case .notLoggedIn: return "Nobody is logged in."
      case .status(let code): return HTTPURLResponse.localizedString(forStatusCode: code)
      }
    }
  }

  private let account: Account?
  private lazy var session: URLSession = {
    let configuration = URLSessionConfiguration.default
    configuration.timeoutIntervalForRequest = 30
    configuration.waitsForConnectivity = true
    configuration.allowsCellularAccess = true
    configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpAdditionalHeaders = ["User-Agent": "Cloud/1.0"]
    return URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
  }()

  init(account: Account?) {
    self.account = account
  }

  func invalidate() { session.invalidateAndCancel() }

  func download(_ id: String, to url: URL, completionHandler: @escaping (Error?) -> Void) -> URLSessionTask? {
    guard let request = request("GET", id) else {
      completionHandler(Failure.notLoggedIn)
      return nil
    }
    let task = session.downloadTask(with: request) { file, response, error in
      do {
        guard let file = file else { throw error ?? URLError(.badServerResponse) }
        try Self.check(response)
        try FileManager.default.moveItem(at: file, to: url)
        completionHandler(nil)
      } catch {
        completionHandler(error)
      }
    }
    task.resume()
    return task
  }

  func upload(_ url: URL, _ id: String, completionHandler: @escaping (Error?) -> Void) -> URLSessionTask? {
    guard let request = request("PUT", id) else {
      completionHandler(Failure.notLoggedIn)
      return nil
    }
    let task = session.uploadTask(with: request, fromFile: url) { _, response, error in
      completionHandler(error ?? Result { try Self.check(response) }.failure)
    }
    task.resume()
    return task
  }

  func delete(_ id: String) async throws {
    guard let request = request("DELETE", id) else { throw Failure.notLoggedIn }
    let (_, response) = try await session.data(for: request)
    try Self.check(response)
  }

  private func request(_ method: String, _ id: String) -> URLRequest? {
    guard let account = account, let password = account.password else { return nil }
    var request = URLRequest(url: account.server.appendingPathComponent(id))
    request.httpMethod = method
    let credential = Data("\(account.user):\(password)".utf8).base64EncodedString()
    request.setValue("Basic \(credential)", forHTTPHeaderField: "Authorization")
    return request
  }

  private static func check(_ response: URLResponse?) throws {
    guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
    guard (200..<300).contains(response.statusCode) else { throw Failure.status(response.statusCode) }
  }
}

extension Result where Success == Void {
  fileprivate var failure: Error? {
    if case .failure(let error) = self { return error }
    return nil
  }
}
