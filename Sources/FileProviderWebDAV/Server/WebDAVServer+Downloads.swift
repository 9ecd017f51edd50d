import Foundation
import Glibc

extension WebDAVServer {
  /// The result of a download.
  struct Download: Sendable {
    var tag: EntityTag?
    var modified: Date?
    var length: Int64
  }

  /// Fetches a document into an open file. Received bytes are kept when the connection ends, and the rest is requested.
  ///
  /// - Parameter size: How long it is, as it was listed.
  /// - Throws: `DownloadWriter.longerThanListed` as soon as more arrives than it can have grown by since.
  func download(
    _ path: RemotePath, size: Int64?, into file: Int32, _ cancellation: Cancellation? = nil,
    progress: ((_ received: Int64, _ total: Int64) -> Void)? = nil
  ) throws -> Download {
    let writer = DownloadWriter(file, size: size, limit: isCardDAV ? Int64(Self.longestCard) : .max)
    for attempt in 1... {
      do {
        let response = try transport.perform(
          request(for: path, writer), cancellation,
          progress: { received, _ in progress?(writer.start + received, writer.total ?? 0) },
          receive: { response, bytes in
            try checkFormat(response)
            try writer.take(response, bytes)
          })
        try writer.finish(response)
        guard try Checksum.fits(response.headers["oc-checksum"], file, cancellation) else {
          throw WebDAVError(.badAnswer("the contents do not match the reported checksum"))
        }
        return Download(
          tag: response.tag, modified: response.headers["last-modified"].flatMap(HTTPDate.date),
          length: writer.position)
      } catch let error as WebDAVError {
        // Some servers answer so where they cannot open it, or not yet.
        if error.isMissing, try entry(ifAt: path, cancellation) != nil {
          guard attempt < Self.downloads else {
            throw WebDAVError(
              .unreadable("the server lists the document, and answers \(error.status ?? 404) for its contents"))
          }
          try writer.restart()
          continue
        }
        // What could not be continued is begun again: it is another version now, or shorter.
        if [412, 416].contains(error.status), writer.position > 0 {
          try writer.restart()
        } else if case .network = error.reason, attempt < Self.downloads, writer.canContinue {
          continue
        } else {
          throw error
        }
        guard attempt < Self.downloads else { throw error }
      }
    }
    throw WebDAVError(.cancelled)
  }

  private static let downloads = 4

  private func request(for path: RemotePath, _ writer: DownloadWriter) -> Request {
    var request = Request("GET", endpoint.url(path))
    if isCardDAV {
      request.headers = [("Accept", "text/vcard; version=\(facts.cardVersion ?? "3.0"), */*;q=0.5")]
    }
    guard writer.position > 0, let tag = writer.tag else {
      writer.ask(for: nil)
      return request
    }
    writer.ask(for: writer.position..<Int64.max)
    request.headers += [("Range", "bytes=\(writer.position)-"), ("If-Range", tag.text)]
    return request
  }

  /// Fetches a part of a document.
  ///
  /// - Returns: The received range, which may be all of it; `nil` when the document has another version than requested.
  func download(
    _ path: RemotePath, part: Range<Int64>, of tag: EntityTag, size: Int64, into file: Int32,
    _ cancellation: Cancellation?, progress: ((_ received: Int64, _ total: Int64) -> Void)? = nil
  ) throws -> Range<Int64>? {
    var request = Request("GET", endpoint.url(path))
    request.headers = [("Range", "bytes=\(part.lowerBound)-\(part.upperBound - 1)"), ("If-Range", tag.text)]
    let writer = DownloadWriter(file, size: size)
    writer.ask(for: part)
    let response = try transport.perform(
      request, cancellation, progress: { received, _ in progress?(received, Int64(part.count)) },
      receive: { try writer.take($0, $1) })
    guard tag.names(response.tag) else { return nil }
    try writer.finish(response)
    return writer.start..<writer.position
  }
}
