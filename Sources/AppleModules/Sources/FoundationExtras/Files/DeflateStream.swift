import CZlib

/// Bytes that are made a stream of DEFLATE (RFC 1951), or taken out of one.
final class DeflateStream {
  /// How a step ended.
  private enum Step {
    /// More bytes, or more room for the others, are wanted.
    case more
    /// The stream has ended.
    case ended
    /// The bytes are no such stream.
    case failed
  }

  private let handle: OpaquePointer

  /// - Parameter isEncoder: Whether a stream is made.
  /// - Returns: `nil` without zlib.
  private init?(isEncoder: Bool) {
    // Apple's encoder is as zlib at level 5.
    guard let handle = fileprovider_deflate_new(isEncoder ? 5 : 0) else { return nil }
    self.handle = handle
  }

  deinit { fileprovider_deflate_free(handle) }

  /// Takes bytes in, and gives others out.
  ///
  /// - Parameters:
  ///   - source: The next bytes; afterwards those that were not taken.
  ///   - room: Where the others go; afterwards what is left of it.
  ///   - isLast: Whether no more bytes come after these.
  private func step(
    _ source: inout UnsafeBufferPointer<UInt8>, into room: inout UnsafeMutableBufferPointer<UInt8>, isLast: Bool
  ) -> Step {
    var (from, fromCount) = (source.baseAddress, source.count)
    var (to, toCount) = (room.baseAddress, room.count)
    let status = fileprovider_deflate_step(handle, &from, &fromCount, &to, &toCount, isLast)
    source = UnsafeBufferPointer(start: from, count: fromCount)
    room = UnsafeMutableBufferPointer(start: to, count: toCount)
    return switch status {
    case fileprovider_deflate_ok: .more
    case fileprovider_deflate_end: .ended
    default: .failed
    }
  }

  /// All that becomes of some bytes, which are a whole.
  ///
  /// - Returns: `nil` without zlib, and for what is no whole stream when one is taken apart.
  static func whole(_ bytes: UnsafeRawBufferPointer, isEncoder: Bool) -> [UInt8]? {
    guard let stream = DeflateStream(isEncoder: isEncoder) else { return nil }
    var source = bytes.bindMemory(to: UInt8.self)
    var result: [UInt8] = []
    while true {
      var step = Step.more
      var isFull = false
      result += [UInt8](unsafeUninitializedCapacity: min(max(bytes.count, 1 << 12), 1 << 20)) { memory, count in
        var room = memory
        step = stream.step(&source, into: &room, isLast: true)
        isFull = room.isEmpty
        count = memory.count - room.count
      }
      switch step {
      case .ended: return result
      case .more where isFull || !source.isEmpty: continue
      case .more, .failed: return nil
      }
    }
  }
}
