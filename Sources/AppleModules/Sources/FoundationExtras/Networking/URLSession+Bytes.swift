public import Foundation
public import FoundationNetworking

extension URLSession {
  /// What a server sends, byte by byte, as it comes.
  ///
  /// Apple: Foundation / `URLSession.AsyncBytes`.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    /// The transfer.
    public let task: URLSessionDataTask
    let chunks: AsyncThrowingStream<Data, any Error>

    /// Takes the bytes as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var chunks: ByteChunks

      init(_ stream: AsyncThrowingStream<Data, any Error>) {
        nonisolated(unsafe) var iterator = stream.makeAsyncIterator()
        chunks = ByteChunks { try await iterator.next() }
      }

      /// The next byte; `nil` at the end.
      public mutating func next() async throws -> UInt8? { try await chunks.next() }
    }

    /// Begins with the first byte that was not taken.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(chunks) }
  }

  /// Asks a server, and returns its answer when that begins.
  ///
  /// The transfer is made by a session of its own with the same configuration; what comes faster than it is taken is kept in memory.
  ///
  /// - Parameter delegate: Asked about redirections and challenges; the session's own delegate where there is none.
  /// - Throws: What kept the server from answering.
  public func bytes(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    let receiver = ByteReceiver(asking: delegate ?? self.delegate as? any URLSessionTaskDelegate)
    let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
    let task = session.dataTask(with: request)
    session.finishTasksAndInvalidate()
    let response = try await withTaskCancellationHandler {
      try await receiver.response(of: task)
    } onCancel: {
      task.cancel()
    }
    return (AsyncBytes(task: task, chunks: receiver.chunks), response)
  }

  /// Asks for what is at an address, and returns the answer when that begins.
  public func bytes(
    from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
  ) async throws -> (AsyncBytes, URLResponse) {
    try await bytes(for: URLRequest(url: url), delegate: delegate)
  }
}
