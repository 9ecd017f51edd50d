import Foundation
import Glibc

/// Fetches a document's contents.
struct Fetch {
  let session: Session
  let call: Call

  init(_ session: Session, _ call: Call) {
    self.session = session
    self.call = call
  }

  struct Fetched: Sendable {
    var url: URL
    var item: KnownItem
    /// Which part of the contents is in the file: it is where it is in the document.
    var part: Range<Int64>
  }

  /// Fetches contents together with the item whose contents they are: both of one version.
  ///
  /// - Parameter entry: The server's latest properties of it.
  func contents(of path: RemotePath, _ entry: RemoteEntry? = nil) throws -> Fetched {
    if entry == nil, let card = try session.cards?.card(at: path, session, call) { return card }
    var known = try entry ?? session.tree.entry(path) ?? session.server.entry(at: path, call.cancellation)
    for _ in 0..<3 {
      let url: URL
      let download: WebDAVServer.Download
      do {
        (url, download) = try session.withNewFile { file in
          try session.server.download(path, size: known.size, into: file, call.cancellation) { call.note($0, of: $1) }
        }
      } catch let error as WebDAVError where error == DownloadWriter.longerThanListed {
        let entry = try session.server.entry(at: path, call.cancellation)
        guard entry.size != known.size else { throw error }
        known = entry
        continue
      }
      do {
        if Self.fits(download, known) {
          return Fetched(url: url, item: try session.item(known), part: 0..<download.length)
        }
        let entry = try session.server.entry(at: path, call.cancellation)
        if Self.fits(download, entry) {
          return Fetched(url: url, item: try session.item(entry), part: 0..<download.length)
        }
        known = entry
      } catch {
        unlink(url.path)
        throw error
      }
      // Somebody writes it.
      unlink(url.path)
    }
    throw WebDAVError(.badAnswer("the contents never have the reported version"))
  }

  /// Fetches a part of the contents.
  ///
  /// - Returns: `nil` when the server does not have that version, or no strong name for it.
  func part(_ part: Range<Int64>, of path: RemotePath, version: String) throws -> Fetched? {
    guard session.facts.hasRanges else { return nil }
    let entry = try session.tree.entry(path) ?? session.server.entry(at: path, call.cancellation)
    guard entry.contentVersion == version, let tag = entry.tag, !tag.isWeak, let size = entry.size else { return nil }
    let wanted = part.clamped(to: 0..<size)
    guard !wanted.isEmpty else { return nil }
    let item = try session.item(entry, call.cancellation)
    let url: URL
    let came: Range<Int64>?
    do {
      (url, came) = try session.withNewFile { file in
        try session.server.download(path, part: wanted, of: tag, size: size, into: file, call.cancellation) {
          call.note($0, of: $1)
        }
      }
    } catch let error as WebDAVError
      where error == DownloadWriter.longerThanListed || error == DownloadWriter.otherPart
    { return nil }
    guard let came, came.lowerBound <= wanted.lowerBound, came.upperBound >= wanted.upperBound else {
      unlink(url.path)
      return nil
    }
    return Fetched(url: url, item: item, part: came)
  }

  /// Whether the download is the version of an item: by its entity tag, or by date and length without one.
  private static func fits(_ download: WebDAVServer.Download, _ entry: RemoteEntry) -> Bool {
    if let size = entry.size, size != download.length { return false }
    if let tag = entry.tag, let other = download.tag { return tag.names(other) }
    guard let date = entry.modified, let other = download.modified else { return true }
    return date == other
  }
}
