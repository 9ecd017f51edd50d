import Deflate

/// How many bytes of memory the compression of a whole wants from its caller: none.
public func compression_encode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }

/// How many bytes of memory the decompression of a whole wants from its caller: none.
public func compression_decode_scratch_buffer_size(_ algorithm: compression_algorithm) -> Int { 0 }

/// Compresses a whole.
///
/// - Returns: How many bytes were written; 0 if there is no room for them, or for any algorithm but `COMPRESSION_ZLIB`.
public func compression_encode_buffer(
  _ dst_buffer: UnsafeMutablePointer<UInt8>, _ dst_size: Int, _ src_buffer: UnsafePointer<UInt8>, _ src_size: Int,
  _ scratch_buffer: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
  let (written, step) = whole(true, dst_buffer, dst_size, src_buffer, src_size, algorithm)
  return step == .ended ? written : 0
}

/// Takes a whole out.
///
/// - Returns: How many bytes were written, which are the first ones if there is no room for all; 0 for what is not compressed so, and for any
///   algorithm but `COMPRESSION_ZLIB`.
public func compression_decode_buffer(
  _ dst_buffer: UnsafeMutablePointer<UInt8>, _ dst_size: Int, _ src_buffer: UnsafePointer<UInt8>, _ src_size: Int,
  _ scratch_buffer: UnsafeMutableRawPointer?, _ algorithm: compression_algorithm
) -> Int {
  let (written, step) = whole(false, dst_buffer, dst_size, src_buffer, src_size, algorithm)
  return step == .ended || (step == .more && written == dst_size) ? written : 0
}

private func whole(
  _ isEncoder: Bool, _ destination: UnsafeMutablePointer<UInt8>, _ destinationSize: Int,
  _ source: UnsafePointer<UInt8>, _ sourceSize: Int, _ algorithm: compression_algorithm
) -> (Int, DeflateStream.Step) {
  guard algorithm == COMPRESSION_ZLIB, let stream = DeflateStream(isEncoder: isEncoder) else { return (0, .failed) }
  var bytes = UnsafeBufferPointer(start: source, count: sourceSize)
  var room = UnsafeMutableBufferPointer(start: destination, count: destinationSize)
  var step = DeflateStream.Step.more
  // Once more only while there is something to do: zlib takes a gigabyte at a time.
  while step == .more {
    let (unread, free) = (bytes.count, room.count)
    step = stream.step(&bytes, into: &room, isLast: true)
    if bytes.count == unread, room.count == free { break }
  }
  return (destinationSize - room.count, step)
}
