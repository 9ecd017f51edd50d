public import Foundation
import FoundationNetworking

extension URL {
  /// What is at an address, or in a file, byte by byte.
  ///
  /// Apple: Foundation / `URL.AsyncBytes`.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    let url: URL

    /// Takes the bytes as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var chunks: ByteChunks

      init(_ url: URL) { chunks = url.isFileURL ? Self.ofFile(url) : Self.ofAddress(url) }

      /// The next byte; `nil` at the end.
      public mutating func next() async throws -> UInt8? { try await chunks.next() }

      private static func ofFile(_ url: URL) -> ByteChunks {
        nonisolated(unsafe) var file: FileHandle?
        return ByteChunks {
          let open = try file ?? FileHandle(forReadingFrom: url)
          file = open
          return try await open.nextChunk()
        }
      }

      private static func ofAddress(_ url: URL) -> ByteChunks {
        nonisolated(unsafe) var stream: AsyncThrowingStream<Data, any Error>.Iterator?
        return ByteChunks {
          if stream == nil { stream = try await URLSession.shared.bytes(from: url).0.chunks.makeAsyncIterator() }
          return try await stream?.next()
        }
      }
    }

    /// Begins with the first byte.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(url) }
  }

  /// The bytes of what is at the address, or in the file.
  public var resourceBytes: AsyncBytes { AsyncBytes(url: self) }

  /// The lines of what is at the address, or in the file, as UTF-8.
  public var lines: AsyncLineSequence<AsyncBytes> { resourceBytes.lines }
}
