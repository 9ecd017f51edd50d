import Foundation

/// Takes bytes out of chunks that come one after the other.
struct ByteChunks {
  let nextChunk: () async throws -> Data?
  private var chunk: [UInt8] = []
  private var place = 0

  init(_ nextChunk: @escaping () async throws -> Data?) { self.nextChunk = nextChunk }

  /// The next byte; `nil` at the end.
  mutating func next() async throws -> UInt8? {
    while place == chunk.count {
      guard let more = try await nextChunk() else { return nil }
      (chunk, place) = ([UInt8](more), 0)
    }
    defer { place += 1 }
    return chunk[place]
  }
}
