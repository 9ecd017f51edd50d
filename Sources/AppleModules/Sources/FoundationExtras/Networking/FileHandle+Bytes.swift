import Glibc

extension FileHandle {
  /// What an open file has from where it is read now, byte by byte.
  ///
  /// Apple: Foundation / `FileHandle.AsyncBytes`.
  public struct AsyncBytes: AsyncSequence, Sendable {
    /// A byte.
    public typealias Element = UInt8

    let file: FileHandle

    /// Takes the bytes as they come.
    public struct AsyncIterator: AsyncIteratorProtocol {
      private var chunks: ByteChunks

      init(_ file: FileHandle) { chunks = ByteChunks { try await file.nextChunk() } }

      /// The next byte; `nil` at the end.
      public mutating func next() async throws -> UInt8? { try await chunks.next() }
    }

    /// Begins with the first byte.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(file) }
  }

  /// The bytes of the file, from where it is read now.
  public var bytes: AsyncBytes { AsyncBytes(file: self) }

  /// The size of what is read at once.
  private static let chunkSize = 1 << 16

  /// What can be read now, and waits for it beside the threads that tasks run on; `nil` at the end.
  func nextChunk() async throws -> Data? {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result {
            let chunk = try self.readOnce()
            return chunk?.isEmpty == false ? chunk : nil
          })
      }
    }
  }

  /// Foundation would wait until it has all that is asked for, which a pipe may never bring.
  private func readOnce() throws -> Data? {
    // It says what is wrong with a file that is closed, and what the null device has.
    guard fileDescriptor >= 0 else { return try read(upToCount: Self.chunkSize) }
    var bytes = [UInt8](repeating: 0, count: Self.chunkSize)
    while true {
      let count = Glibc.read(fileDescriptor, &bytes, bytes.count)
      if count >= 0 { return Data(bytes.prefix(count)) }
      guard errno == EINTR else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
  }
}
