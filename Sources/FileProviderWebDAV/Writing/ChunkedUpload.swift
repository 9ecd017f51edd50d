import Foundation
import LinuxSystem

/// Sends a large document in parts to a folder of their own, which are put together at the end (Nextcloud's chunked upload, version 2).
///
/// The folder's name is derived from the contents and the destination, so a later call continues the upload of an earlier one.
struct ChunkedUpload {
  /// Smaller documents are sent whole.
  static let smallest: Int64 = 10 << 20
  private static let chunk: Int64 = 10 << 20
  /// Parts are numbered from 1 to 10 000.
  private static let most: Int64 = 10_000

  private let writer: Writer
  private let path: RemotePath
  private let uploads: Endpoint

  /// - Returns: `nil` where the address is not of the form that has such folders.
  init?(_ writer: Writer, _ path: RemotePath) {
    guard let place = writer.server.cloudPlace else { return nil }
    self.writer = writer
    self.path = path
    uploads = writer.server.endpoint.sibling(place.base + [Array("uploads".utf8), place.user])
  }

  func send(
    _ file: Int32, _ length: Int64, _ condition: WebDAVServer.Precondition, _ headers: [(name: String, value: String)]
  ) throws -> Response {
    let sum = try FileSum.fnv(file, writer.cancellation)
    let name = "openfileprovider-\(String(FileSum.fnv(path.bytes), radix: 16))-\(String(sum, radix: 16))-\(length)"
    let folder = RemotePath(bytes: Array(name.utf8), isFolder: true)
    let size = max(Self.chunk, (length + Self.most - 1) / Self.most)
    var sent = try begin(folder)
    var number = 1
    var offset: Int64 = 0
    while offset < length {
      let count = min(size, length - offset)
      let part = String(format: "%05d", number)
      if sent.removeValue(forKey: part) != count { try send(file, offset, count, to: folder, part, length) }
      offset += count
      number += 1
    }
    return try assemble(folder, length, condition, headers)
  }

  private var destination: (name: String, value: String) { ("Destination", writer.server.endpoint.url(path)) }

  /// Makes the folder of the parts, if it is not there.
  ///
  /// - Returns: The parts that are there, with their lengths.
  private func begin(_ folder: RemotePath) throws -> [String: Int64] {
    var request = Request("MKCOL", uploads.url(folder))
    request.headers = [destination]
    request.isChange = true
    do { try writer.server.transport.perform(request, writer.cancellation) } catch let error as WebDAVError
      where error.status == 405
    {
      let server = writer.server
      var found: [String: Int64] = [:]
      var listing = Request("PROPFIND", uploads.url(folder))
      listing.headers = [("Depth", "1")]
      listing.body = .xml(WebDAVServer.propfind(RemoteEntry.properties))
      _ = try server.read(listing, writer.cancellation) { entry in
        // Only the names of parts count: what they are called by a server in front does not matter.
        guard let name = entry.references.first.flatMap({ Reference($0) })?.names.last,
          let size = RemoteEntry(entry, folder.appending(name, isFolder: false)).size
        else { return }
        found[String(spelling: name)] = size
      }
      return found
    }
    return [:]
  }

  private func send(
    _ file: Int32, _ offset: Int64, _ count: Int64, to folder: RemotePath, _ part: String, _ length: Int64
  ) throws {
    var request = Request("PUT", uploads.url(folder.appending(Array(part.utf8), isFolder: false)))
    request.headers = [destination, ("OC-Total-Length", String(length))]
    request.body = .file(file, offset: offset, length: count)
    request.isChange = true
    try writer.server.transport.perform(
      request, writer.cancellation, progress: { _, sent in writer.call.note(offset + sent, of: length) })
  }

  private func assemble(
    _ folder: RemotePath, _ length: Int64, _ condition: WebDAVServer.Precondition,
    _ headers: [(name: String, value: String)]
  ) throws -> Response {
    var request = Request("MOVE", uploads.url(folder.appending(Array(".file".utf8), isFolder: false)))
    request.headers = headers + [destination, ("OC-Total-Length", String(length))]
    if condition == .isNew { request.headers.append(("Overwrite", "F")) }
    request.headers += condition.header(of: destination.value)
    request.isChange = true
    return try writer.server.transport.perform(request, writer.cancellation)
  }
}
