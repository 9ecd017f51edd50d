import Deflate

/// What a stream does. Apple: Compression / `compression_stream_operation`.
public struct compression_stream_operation: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// It compresses.
public let COMPRESSION_STREAM_ENCODE = compression_stream_operation(0)
/// It takes out what was compressed.
public let COMPRESSION_STREAM_DECODE = compression_stream_operation(1)

/// What is said of the bytes of a step. Apple: Compression / `compression_stream_flags`.
public struct compression_stream_flags: RawRepresentable, Equatable, Sendable {
  public var rawValue: UInt32
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// No bytes come after these.
public let COMPRESSION_STREAM_FINALIZE = compression_stream_flags(1)

/// How a step ended. Apple: Compression / `compression_status`.
public struct compression_status: RawRepresentable, Equatable, Sendable {
  public var rawValue: Int32
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// More bytes, or more room for the others, are wanted.
public let COMPRESSION_STATUS_OK = compression_status(0)
/// The bytes are not compressed so, or the algorithm is not here.
public let COMPRESSION_STATUS_ERROR = compression_status(-1)
/// The stream has ended.
public let COMPRESSION_STATUS_END = compression_status(1)

/// A stream, some bytes at a time. Apple: Compression / `compression_stream`.
public struct compression_stream {
  /// Where the next bytes are written.
  public var dst_ptr: UnsafeMutablePointer<UInt8>
  /// How many bytes may be written there.
  public var dst_size: Int
  /// The next bytes.
  public var src_ptr: UnsafePointer<UInt8>
  /// How many of them there are.
  public var src_size: Int
  /// The stream's own, made by `compression_stream_init`.
  public var state: UnsafeMutableRawPointer?

  public init(
    dst_ptr: UnsafeMutablePointer<UInt8>, dst_size: Int, src_ptr: UnsafePointer<UInt8>, src_size: Int,
    state: UnsafeMutableRawPointer?
  ) {
    self.dst_ptr = dst_ptr
    self.dst_size = dst_size
    self.src_ptr = src_ptr
    self.src_size = src_size
    self.state = state
  }
}

/// Begins, also where memory was only allocated.
///
/// - Returns: `COMPRESSION_STATUS_ERROR` for any algorithm but `COMPRESSION_ZLIB`.
@discardableResult
public func compression_stream_init(
  _ stream: UnsafeMutablePointer<compression_stream>, _ operation: compression_stream_operation,
  _ algorithm: compression_algorithm
) -> compression_status {
  guard algorithm == COMPRESSION_ZLIB,
    let state = DeflateStream(isEncoder: operation == COMPRESSION_STREAM_ENCODE)
  else { return COMPRESSION_STATUS_ERROR }
  // Nothing is read of it, or written to it, before its owner said where and how much.
  let nowhere = UnsafeMutablePointer<UInt8>(bitPattern: 1)!
  stream.initialize(
    to: compression_stream(
      dst_ptr: nowhere, dst_size: 0, src_ptr: UnsafePointer(nowhere), src_size: 0,
      state: Unmanaged.passRetained(state).toOpaque()))
  return COMPRESSION_STATUS_OK
}

/// Takes bytes in and writes others, and moves the stream's pointers behind them.
///
/// - Parameter flags: `COMPRESSION_STREAM_FINALIZE` or 0.
/// - Returns: `COMPRESSION_STATUS_OK` also where nothing could be done, but `COMPRESSION_STATUS_ERROR` at the end of bytes that are no whole
///   stream: who calls again as long as it is OK comes to an end.
@discardableResult
public func compression_stream_process(
  _ stream: UnsafeMutablePointer<compression_stream>, _ flags: Int32
) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  let deflate = Unmanaged<DeflateStream>.fromOpaque(state).takeUnretainedValue()
  let isLast = flags & Int32(COMPRESSION_STREAM_FINALIZE.rawValue) != 0
  let (unread, free) = (stream.pointee.src_size, stream.pointee.dst_size)
  var bytes = UnsafeBufferPointer(start: stream.pointee.src_ptr, count: unread)
  var room = UnsafeMutableBufferPointer(start: stream.pointee.dst_ptr, count: free)
  let step = deflate.step(&bytes, into: &room, isLast: isLast)
  stream.pointee.src_ptr += unread - bytes.count
  stream.pointee.src_size = bytes.count
  stream.pointee.dst_ptr += free - room.count
  stream.pointee.dst_size = room.count
  let isCutOff = !deflate.isEncoder && isLast && unread == 0 && free > 0 && room.count == free
  return switch step {
  case .more: isCutOff ? COMPRESSION_STATUS_ERROR : COMPRESSION_STATUS_OK
  case .ended: COMPRESSION_STATUS_END
  case .failed: COMPRESSION_STATUS_ERROR
  }
}

/// Ends a stream that was begun.
@discardableResult
public func compression_stream_destroy(_ stream: UnsafeMutablePointer<compression_stream>) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  Unmanaged<DeflateStream>.fromOpaque(state).release()
  stream.pointee.state = nil
  return COMPRESSION_STATUS_OK
}
