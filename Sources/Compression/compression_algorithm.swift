/// How bytes are made fewer. Apple: Compression / `compression_algorithm`.
public struct compression_algorithm: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// DEFLATE (RFC 1951), without the header of zlib.
public let COMPRESSION_ZLIB = compression_algorithm(0x205)
/// LZ4 in Apple's own frames, which are not on Linux: nothing is made of it, and nothing taken out.
public let COMPRESSION_LZ4 = compression_algorithm(0x100)
/// LZ4 without a frame, which is not here: nothing is made of it, and nothing taken out.
public let COMPRESSION_LZ4_RAW = compression_algorithm(0x101)
/// LZMA, which is not here: nothing is made of it, and nothing taken out.
public let COMPRESSION_LZMA = compression_algorithm(0x306)
/// Apple's own, which is not on Linux: nothing is made of it, and nothing taken out.
public let COMPRESSION_LZFSE = compression_algorithm(0x801)
/// Brotli, which is not here: nothing is made of it, and nothing taken out.
public let COMPRESSION_BROTLI = compression_algorithm(0xB02)
