import Compression
import Testing

/// Bytes made fewer, and back.
@Suite struct CompressionTests {
  /// “hello hello hello hello” as zlib's raw stream, made by another program.
  private static let text = [UInt8]("hello hello hello hello".utf8)
  private static let made: [UInt8] = [0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0x01]

  private func decoded(_ bytes: [UInt8], room: Int, _ algorithm: compression_algorithm = COMPRESSION_ZLIB) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: room) { memory, count in
      count = compression_decode_buffer(memory.baseAddress!, room, bytes, bytes.count, nil, algorithm)
    }
  }

  @Test func `what another program made is taken out`() {
    #expect(decoded(Self.made, room: 100) == Self.text)
    // The first bytes where there is no room for all, as on macOS.
    #expect(decoded(Self.made, room: 7) == [UInt8]("hello h".utf8))
  }

  @Test func `what is no such stream, or not whole, is nothing`() {
    #expect(decoded([0xFF, 1, 2, 3], room: 100) == [])
    #expect(decoded(Self.made.dropLast(4), room: 100) == [])
    #expect(decoded(Self.made, room: 100, COMPRESSION_LZFSE) == [])
  }

  @Test func `a whole comes back, and is nothing where there is no room`() {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 1000) }
    let small = [UInt8](unsafeUninitializedCapacity: 100_000) { memory, count in
      count = compression_encode_buffer(memory.baseAddress!, 100_000, bytes, bytes.count, nil, COMPRESSION_ZLIB)
    }
    #expect(!small.isEmpty && decoded(small, room: bytes.count) == bytes)
    var few: [UInt8] = [0, 0, 0]
    #expect(compression_encode_buffer(&few, 3, bytes, bytes.count, nil, COMPRESSION_ZLIB) == 0)
    #expect(compression_encode_scratch_buffer_size(COMPRESSION_ZLIB) == 0)
    #expect(compression_decode_scratch_buffer_size(COMPRESSION_ZLIB) == 0)
  }

  /// Some bytes at a time through a small room, as Apple's sample does it.
  private func streamed(_ bytes: [UInt8], _ operation: compression_stream_operation) -> [UInt8]? {
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: 64)
    let begun = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)
    defer {
      room.deallocate()
      begun.deallocate()
    }
    guard compression_stream_init(begun, operation, COMPRESSION_ZLIB) == COMPRESSION_STATUS_OK else { return nil }
    var stream = begun.pointee
    defer { compression_stream_destroy(&stream) }
    var result: [UInt8] = []
    var rest = bytes[...]
    while true {
      let part = [UInt8](rest.prefix(50))
      rest = rest.dropFirst(50)
      let flags = rest.isEmpty ? Int32(COMPRESSION_STREAM_FINALIZE.rawValue) : 0
      let status = part.withUnsafeBufferPointer { source in
        stream.src_ptr = source.baseAddress ?? UnsafePointer(room)
        stream.src_size = source.count
        var status = COMPRESSION_STATUS_OK
        repeat {
          (stream.dst_ptr, stream.dst_size) = (room, 64)
          status = compression_stream_process(&stream, flags)
          result += UnsafeBufferPointer(start: room, count: 64 - stream.dst_size)
        } while status == COMPRESSION_STATUS_OK && stream.dst_size == 0
        return status
      }
      if status == COMPRESSION_STATUS_END { return result }
      if status == COMPRESSION_STATUS_ERROR || rest.isEmpty { return nil }
    }
  }

  @Test func `a stream is made and taken apart some bytes at a time`() throws {
    let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 / 7) }
    let small = try #require(streamed(bytes, COMPRESSION_STREAM_ENCODE))
    #expect(streamed(small, COMPRESSION_STREAM_DECODE) == bytes)
    #expect(decoded(small, room: 5000) == bytes)
    #expect(streamed(small.dropLast(3), COMPRESSION_STREAM_DECODE) == nil)
    #expect(streamed([0xFF] + small, COMPRESSION_STREAM_DECODE) == nil)
  }

  /// Steps with the whole stream at once for as long as there is more to do, as many programs do it.
  private func statuses(_ bytes: [UInt8], room count: Int) throws -> [compression_status] {
    let begun = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
    defer {
      begun.deallocate()
      room.deallocate()
    }
    let isBegun = compression_stream_init(begun, COMPRESSION_STREAM_DECODE, COMPRESSION_ZLIB) == COMPRESSION_STATUS_OK
    try #require(isBegun)
    defer { compression_stream_destroy(begun) }
    return bytes.withUnsafeBufferPointer { source in
      if let start = source.baseAddress { begun.pointee.src_ptr = start }
      begun.pointee.src_size = source.count
      var statuses: [compression_status] = []
      // More steps than there are bytes in the text: an end that is not told would be none.
      while statuses.count < 50, statuses.last ?? COMPRESSION_STATUS_OK == COMPRESSION_STATUS_OK {
        (begun.pointee.dst_ptr, begun.pointee.dst_size) = (room, count)
        statuses.append(compression_stream_process(begun, Int32(COMPRESSION_STREAM_FINALIZE.rawValue)))
      }
      return statuses
    }
  }

  @Test(arguments: [1, 5, 100]) func `a stream that is cut off comes to an end`(room: Int) throws {
    for count in 0..<Self.made.count {
      #expect(try statuses(Array(Self.made.prefix(count)), room: room).last == COMPRESSION_STATUS_ERROR)
    }
    #expect(try statuses(Self.made, room: room).last == COMPRESSION_STATUS_END)
    // Nothing is missing as long as there is no room for what is known.
    #expect(try statuses(Self.made, room: 0).last == COMPRESSION_STATUS_OK)
  }

  @Test(arguments: [COMPRESSION_LZ4, COMPRESSION_LZ4_RAW, COMPRESSION_LZMA, COMPRESSION_LZFSE, COMPRESSION_BROTLI])
  func `an algorithm that is not here is an error`(algorithm: compression_algorithm) {
    let place = UnsafeMutablePointer<compression_stream>.allocate(capacity: 1)
    defer { place.deallocate() }
    #expect(compression_stream_init(place, COMPRESSION_STREAM_DECODE, algorithm) == COMPRESSION_STATUS_ERROR)
  }
}
