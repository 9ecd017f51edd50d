import Glibc
import LinuxSystem

/// Output cannot be written. Going on with the next path would be useless.
package struct OutputFailure: Error, CustomStringConvertible {
  package var reason: String
  package var description: String { "standard output: cannot be written: \(reason)" }
}

/// Collects bytes and writes them in big pieces. Used by one thread.
///
/// When the reader has closed the pipe (`EPIPE`), the writer ends the command quietly with status 0: `tail | head` is not a
/// failure. A command that reports on its work goes on with that, and drops its output.
package final class ByteWriter {
  private let descriptor: Int32
  private let reportsWork: Bool
  private var isDropping = false
  @usableFromInline let buffer: UnsafeMutableRawBufferPointer
  package var count = 0

  /// The most that is collected: as much as a pipe takes at once after it was enlarged.
  private static let capacity = 1 << 20

  /// - Parameter reportsWork: Whether the output is not the command's result, but about what it does.
  package init(descriptor: Int32 = STDOUT_FILENO, reportsWork: Bool = false) {
    self.descriptor = descriptor
    self.reportsWork = reportsWork
    buffer = .allocate(byteCount: Self.capacity, alignment: 16)
    // Fewer wake-ups between us and who reads. Not a pipe, or not allowed: then not.
    Pipe.setSize(Int32(Self.capacity), of: descriptor)
  }

  deinit { buffer.deallocate() }

  /// Makes room for `needed` bytes at `cursor`.
  @inlinable @inline(__always) package func reserve(_ needed: Int) throws {
    if count + needed > buffer.count { try flush() }
  }

  @inlinable @inline(__always) package func append(_ byte: UInt8) throws {
    if count == buffer.count { try flush() }
    buffer[count] = byte
    count += 1
  }

  @inlinable @inline(__always) package func append(_ text: StaticString) throws {
    try append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inlinable @inline(__always) package func append(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try append($0) }
  }

  package func append(_ text: String) throws {
    var text = text
    // A closure of `withUTF8` that throws would make the string unique each time.
    let failure: (any Error)? = text.withUTF8 { bytes in
      do {
        try append(UnsafeRawBufferPointer(bytes))
        return nil
      } catch { return error }
    }
    if let failure { throw failure }
  }

  @inlinable @inline(__always) package func append(_ bytes: UnsafeRawBufferPointer) throws {
    if count + bytes.count > buffer.count {
      try flush()
      if bytes.count > buffer.count { return try write(bytes) }
    }
    guard let start = bytes.baseAddress, let base = buffer.baseAddress else { return }
    (base + count).copyMemory(from: start, byteCount: bytes.count)
    count += bytes.count
  }

  /// Appends a number in decimal.
  @inlinable @inline(__always) package func append(_ number: Int64) throws {
    try reserve(20)
    if number < 0 {
      buffer[count] = UInt8(ascii: "-")
      count += 1
    }
    var rest = number.magnitude
    var digits = 1
    var bound: UInt64 = 10
    while digits < 20 && rest >= bound {
      digits += 1
      if digits < 20 { bound &*= 10 }
    }
    var place = count + digits
    count = place
    repeat {
      place -= 1
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: remainder)
      rest = quotient
    } while rest > 0
  }

  /// Appends a number in `width` decimal digits.
  @inlinable @inline(__always) package func append(_ number: Int64, width: Int) throws {
    try reserve(width)
    var rest = number
    for place in stride(from: count + width - 1, through: count, by: -1) {
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += width
  }

  /// The bytes collected since the count was `start`; none if they were written out in between.
  package func bytes(since start: Int) -> [UInt8] { start < count ? Array(buffer[start..<count]) : [] }

  /// Writes out what is collected.
  package func flush() throws {
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
    count = 0
    try write(bytes)
  }

  /// Runs a body and writes out what is collected, also when it fails, so that what is done is printed. Output that
  /// cannot be written is a failure.
  package func flushing(_ body: () throws -> Void) throws {
    do { try body() } catch {
      try? flush()
      throw error
    }
    try flush()
  }

  @usableFromInline func write(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    while rest.count > 0, !isDropping {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&state, 1, -1)
      case EPIPE:
        guard reportsWork else { throw CommandEnd(status: .done) }
        isDropping = true
      default: throw OutputFailure(reason: System.reason())
      }
    }
  }

  /// Whether the reader has closed the pipe.
  package var isAbandoned: Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR) != 0
  }
}
