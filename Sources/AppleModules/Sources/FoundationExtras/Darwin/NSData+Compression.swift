public import Foundation

extension NSData {
  /// How bytes are made fewer. Apple: Foundation / `NSData.CompressionAlgorithm`.
  public enum CompressionAlgorithm: Int, Sendable {
    /// Apple's own, which is not on Linux.
    case lzfse
    /// LZ4 in Apple's own frames, which are not on Linux.
    case lz4
    /// LZMA, which is not here.
    case lzma
    /// DEFLATE (RFC 1951), without the header of zlib.
    case zlib
  }

  /// The same, compressed.
  ///
  /// - Throws: `CocoaError` with the code of `NSCompressionFailedError` for any algorithm but `zlib`.
  public func compressed(using algorithm: CompressionAlgorithm) throws -> NSData {
    try changed(algorithm, isEncoder: true, failure: 5376)
  }

  /// What was compressed.
  ///
  /// - Throws: `CocoaError` with the code of `NSDecompressionFailedError` for what is not compressed so, and any algorithm but `zlib`.
  public func decompressed(using algorithm: CompressionAlgorithm) throws -> NSData {
    try changed(algorithm, isEncoder: false, failure: 5377)
  }

  private func changed(_ algorithm: CompressionAlgorithm, isEncoder: Bool, failure: Int) throws -> NSData {
    guard algorithm == .zlib,
      let bytes = DeflateStream.whole(UnsafeRawBufferPointer(start: bytes, count: length), isEncoder: isEncoder)
    else { throw CocoaError(CocoaError.Code(rawValue: failure)) }
    return NSData(data: Data(bytes))
  }
}

extension NSMutableData {
  /// Compresses it in its place.
  public func compress(using algorithm: CompressionAlgorithm) throws {
    setData(Data(referencing: try compressed(using: algorithm)))
  }

  /// Has what was compressed in its place.
  public func decompress(using algorithm: CompressionAlgorithm) throws {
    setData(Data(referencing: try decompressed(using: algorithm)))
  }
}
