import Foundation
import FoundationNetworking
import Synchronization

/// Hands on what comes of one transfer.
final class ByteReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Sendable because what changes is in `waiting`, and the other delegate is one of Foundation's, which must bear any thread.
  private let other: (any URLSessionTaskDelegate)?
  private let waiting = Mutex<CheckedContinuation<URLResponse, any Error>?>(nil)
  let chunks: AsyncThrowingStream<Data, any Error>
  private let feed: AsyncThrowingStream<Data, any Error>.Continuation

  init(asking other: (any URLSessionTaskDelegate)?) {
    self.other = other
    (chunks, feed) = AsyncThrowingStream.makeStream()
  }

  /// Begins the transfer, and waits until the answer begins.
  func response(of task: URLSessionDataTask) async throws -> URLResponse {
    // Nobody takes the rest.
    feed.onTermination = { if case .cancelled = $0 { task.cancel() } }
    return try await withCheckedThrowingContinuation { continuation in
      waiting.withLock { $0 = continuation }
      task.resume()
    }
  }

  private func answer(_ result: Result<URLResponse, any Error>) {
    let continuation = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(with: result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    answer(.success(response))
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { feed.yield(data) }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    answer(.failure(error ?? URLError(.badServerResponse)))
    feed.finish(throwing: error)
  }

  // MARK: What the other delegate decides

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let other else { return completionHandler(request) }
    other.urlSession(
      session, task: task, willPerformHTTPRedirection: response, newRequest: request,
      completionHandler: completionHandler)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let other else { return completionHandler(.performDefaultHandling, nil) }
    other.urlSession(session, task: task, didReceive: challenge, completionHandler: completionHandler)
  }
}
