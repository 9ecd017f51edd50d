import FoundationExtras
import Testing

/// Bytes made fewer, and back.
@Suite struct CompressedDataTests {
  @Test(arguments: [0, 1, 4096, 3_000_000]) func `bytes come back`(count: Int) throws {
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 / 100) })
    let small = try (bytes as NSData).compressed(using: .zlib)
    #expect(count < 100 || small.length < count / 2)
    #expect(try small.decompressed(using: .zlib) as Data == bytes)
    let changing = NSMutableData(data: bytes)
    try changing.compress(using: .zlib)
    #expect(changing as Data == small as Data)
    try changing.decompress(using: .zlib)
    #expect(changing as Data == bytes)
  }

  @Test func `what is not compressed is an error, and so is what is not whole`() throws {
    let small = try (Data("some text".utf8) as NSData).compressed(using: .zlib)
    for bytes in [Data([0xFF, 1, 2]), Data(), (small as Data).dropLast(2)] {
      let failure = #expect(throws: CocoaError.self) { try (bytes as NSData).decompressed(using: .zlib) }
      #expect(failure?.code.rawValue == 5377)
    }
  }

  @Test(arguments: [NSData.CompressionAlgorithm.lzfse, .lz4, .lzma])
  func `another algorithm is an error`(algorithm: NSData.CompressionAlgorithm) {
    let failure = #expect(throws: CocoaError.self) { try NSData(data: Data([1])).compressed(using: algorithm) }
    #expect(failure?.code.rawValue == 5376)
  }
}
