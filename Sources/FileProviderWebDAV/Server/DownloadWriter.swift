import Foundation
import Glibc

/// Writes received bytes of a document to their place in a file.
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
  /// The part that the request asks for; `nil` for the whole document.
  private var asked: Range<Int64>?
  /// Where the answer has to end; `.max` if unknown.
  private var end = Int64.max
  /// The most bytes that are taken for the document.
  private let most: Int64

  /// - Parameters:
  ///   - size: The document's length as it was listed. It may have grown since then, but not without bounds.
  ///   - limit: The most bytes of a document whose length is not listed.
  init(_ file: Int32, size: Int64?, limit: Int64 = .max) {
    self.file = file
    most = size.map { $0 > .max / 2 ? .max : $0 + max($0, Self.growth) } ?? limit
  }

  /// A document of any size may have grown by this much since it was listed, in bytes.
  private static let growth: Int64 = 1 << 20

  /// The contents are much longer than listed: either the document has grown, or the answer is something else.
  static let longerThanListed = WebDAVError(.badAnswer("the contents are longer than listed"))
  static let otherPart = WebDAVError(.badAnswer("not the range that was requested"))

  /// Notes what the next request asks for.
  func ask(for part: Range<Int64>?) { (asked, hasBegun) = (part, false) }

  /// Whether another request can go on where the answer ended: of a version without a strong name another one could be mixed in.
  var canContinue: Bool { position == 0 || tag != nil }

  func take(_ response: Response, _ bytes: UnsafeRawBufferPointer) throws {
    if !hasBegun { try begin(response) }
    guard bytes.count <= end - position else { throw Self.longerThanListed }
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
    switch response.status {
    case 200:
      try restart()
      total = response.length
      guard total ?? 0 <= most else { throw Self.longerThanListed }
      end = total ?? most
      tag = response.tag.flatMap { $0.isWeak ? nil : $0 }
    case 206: try beginPart(response)
    default: throw WebDAVError(.badAnswer("status \(response.status) for GET"))
    }
  }

  private func beginPart(_ response: Response) throws {
    guard let asked else { throw WebDAVError(.badAnswer("a range that was not requested")) }
    // bytes 0-499/1234
    let words = response.headers["content-range"]?.split(whereSeparator: { " -/".contains($0) }) ?? []
    guard words.count == 4, words[0] == "bytes", let first = Int64(words[1]), let last = Int64(words[2]) else {
      throw WebDAVError(.badAnswer("no Content-Range"))
    }
    guard first == asked.lowerBound, first <= last, last < asked.upperBound else {
      throw Self.otherPart
    }
    guard last < most else { throw Self.longerThanListed }
    // Some servers heed no If-Range.
    if let tag, !tag.names(response.tag) { throw WebDAVError(.status(412)) }
    (start, position, end, total) = (first, first, last + 1, Int64(words[3]))
  }

  /// Begins again.
  func restart() throws {
    (start, position, total, tag) = (0, 0, nil, nil)
    guard ftruncate(file, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Checks the end.
  func finish(_ response: Response) throws {
    // An answer without any bytes has never begun.
    if !hasBegun { try begin(response) }
    let isWhole = response.status == 206 ? position == end : total ?? position == position
    guard isWhole else { throw WebDAVError(.network("the contents are incomplete")) }
  }
}
