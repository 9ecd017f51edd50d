import Glibc
import Testing

@testable import FileProviderFileSystem

/// Bytes that are written out of a pipe.
struct WriteSourceTests {
  private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  /// Writes the bytes out of a pipe to a new file.
  ///
  /// - Returns: What the write returned, or its error, and what is in the file.
  private func write(_ calls: SystemCalls) throws -> (Result<Int, ErrorNumber>, [UInt8]) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let file = try #require(tmpfile())
    defer { ends.forEach { close($0) } }
    defer { fclose(file) }
    try #require(Glibc.write(ends[1], bytes, bytes.count) == bytes.count)
    let source = WriteSource.pipe(ends[0], count: bytes.count)
    let result = Result { () throws(ErrorNumber) in try source.write(to: fileno(file), at: 5, calls) }
    var contents = [UInt8](repeating: 0, count: 20_000)
    let count = pread(fileno(file), &contents, contents.count, 5)
    return (result, Array(contents[..<max(0, count)]))
  }

  /// Calls of which each moves so many bytes at most, until `limit` are moved; then they fail.
  private func moving(_ step: Int, limit: Int, then number: Int32) -> SystemCalls {
    SystemCalls(splice: { pipe, file, offset, length in
      let length = min(step, length, limit - Int(offset - 5))
      var buffer = [UInt8](repeating: 0, count: max(length, 1))
      errno = number
      if length <= 0 { return -1 }
      return read(pipe, &buffer, length) == length ? pwrite(file, buffer, length, off_t(offset)) : -1
    })
  }

  @Test func `where the file system takes nothing from a pipe the bytes are read and written`() throws {
    let (result, contents) = try write(SystemCalls())
    #expect(try result.get() == bytes.count)
    #expect(contents == bytes)
  }

  @Test func `piecemeal`() throws {
    let (result, contents) = try write(moving(999, limit: .max, then: 0))
    #expect(try result.get() == bytes.count)
    #expect(contents == bytes)
  }

  /// A full disk takes a part, and is an error when it takes nothing.
  @Test func `a full disk`() throws {
    let (result, contents) = try write(moving(999, limit: 5000, then: ENOSPC))
    #expect(try result.get() == 5000)
    #expect(contents == Array(bytes[..<5000]))
    let (failure, nothing) = try write(moving(999, limit: 0, then: ENOSPC))
    #expect(throws: ErrorNumber(rawValue: ENOSPC)) { try failure.get() }
    #expect(nothing.isEmpty)
  }
}
