import Foundation
import Glibc

/// Writes what comes of a document to where it belongs in a file.
final class DownloadWriter {
  private let file: Int32
  /// Where the answer that is being read begins.
  private(set) var start: Int64 = 0
  /// Behind what has been written.
  private(set) var position: Int64 = 0
  /// How long the document is, as far as that is known.
  private(set) var total: Int64?
  /// The version that is being read; only a strong one can be continued.
  private(set) var tag: EntityTag?
  private var hasBegun = false

  init(_ file: Int32) { self.file = file }

  /// Lets the next answer go on where this one ended.
  ///
  /// - Returns: Whether it may: of a version without a strong name another one could be mixed in.
  func prepareToContinue() -> Bool {
    hasBegun = false
    return position > 0 ? tag != nil : true
  }

  func take(_ response: Response, _ bytes: UnsafeRawBufferPointer) throws {
    if !hasBegun { try begin(response) }
    var rest = bytes
    while !rest.isEmpty {
      let count = pwrite(file, rest.baseAddress, rest.count, off_t(position))
      guard count > 0 else { throw CocoaError(errno == ENOSPC ? .fileWriteOutOfSpace : .fileWriteUnknown) }
      position += Int64(count)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  private func begin(_ response: Response) throws {
    hasBegun = true
    if response.status == 206 {
      // bytes 0-499/1234
      let words = response.headers["content-range"]?.split(whereSeparator: { " -/".contains($0) }) ?? []
      guard words.count == 4, words[0] == "bytes", let first = Int64(words[1]), first >= 0 else {
        throw WebDAVError(.badAnswer("it does not say which part it is"))
      }
      guard position == 0 || first == position else {
        throw WebDAVError(.badAnswer("it is another part than the one that was asked for"))
      }
      (start, position, total) = (first, first, Int64(words[3]))
      return
    }
    try restart()
    hasBegun = true
    total = response.length
    tag = response.tag.flatMap { $0.isWeak ? nil : $0 }
  }

  /// Begins again.
  func restart() throws {
    (start, position, total, tag, hasBegun) = (0, 0, nil, nil, false)
    guard ftruncate(file, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Checks the end.
  func finish(_ response: Response) throws {
    // An answer without any bytes has never begun.
    if !hasBegun { try begin(response) }
    if response.status == 200, let total, total != position {
      throw WebDAVError(.network("the contents are not whole"))
    }
  }
}
