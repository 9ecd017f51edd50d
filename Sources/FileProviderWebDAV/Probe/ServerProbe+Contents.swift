import Foundation
import Glibc

extension ServerProbe {
  /// Finds out whether what is written is read back, and by which version a listing, `PUT` and `GET` name it.
  func probeContents(_ scratch: RemotePath, _ report: inout Report) throws {
    let written = try putText(scratch, report)
    let listed = try server(report).list(scratch.parent, cancellation).children[scratch]
    var problem: String? = "the folder's listing lacks the file"
    if let listed { problem = try self.problem(reading: listed, report) }
    report.add(
      "reading", problem == nil, "a written file can be read back",
      else: "what is written is not read back: \(problem ?? "")")
    let holds = written.tag.map { $0.names(listed?.tag) } ?? true
    report.facts.tagsOfWritesHold = holds
    report.add(
      "versions", holds, "a write returns the version that a listing reports",
      else: "a write returns another version than a listing: the version is requested after each write")
  }

  /// Why a document is not read as it was written; `nil` when it is.
  private func problem(reading listed: RemoteEntry, _ report: Report) throws -> String? {
    try withTemporaryFile { file in
      let download: WebDAVServer.Download
      do {
        download = try server(report).download(listed.path, size: listed.size, into: file, cancellation)
      } catch let error as WebDAVError { return error.description }
      let text = text(listed.path, report)
      // A CardDAV server may rewrite a card, and make it longer.
      var bytes = [UInt8](repeating: 0, count: text.utf8.count + 4096)
      let count = pread(file, &bytes, bytes.count, 0)
      let read = bytes.prefix(max(0, count))
      let isSame = read.elementsEqual(text.utf8)
      if !isSame, !isCardDAV || ComparableCard(read)?.uid != ComparableCard(text.utf8)?.uid {
        return "the contents differ"
      }
      if let size = listed.size, size != download.length { return "the listing reports another length" }
      if let tag = listed.tag, let other = download.tag, !tag.names(other) {
        return "the listing reports another version (\(tag.text)) than the download (\(other.text))"
      }
      return nil
    }
  }

  /// What the scratch file has in it.
  private static let text = "OpenFileProvider created this file to probe the server, and removes it.\n"

  /// What a scratch file has in it: in an address book, a card with its own name as `UID`.
  private func text(_ path: RemotePath, _ report: Report) -> String {
    guard isCardDAV else { return Self.text }
    return """
      BEGIN:VCARD\r\nVERSION:3.0\r\nUID:\(String(decoding: path.name, as: UTF8.self))\r\nN:Probe;;;;\r\nFN:Probe\r\n\
      NOTE:\(Self.text.dropLast())\r\nEND:VCARD\r\n
      """
  }

  /// Writes the scratch file.
  ///
  /// - Parameter other: The one whose text it gets, if that is not its own.
  func putText(
    _ path: RemotePath, _ report: Report, _ condition: WebDAVServer.Precondition = .none, of other: RemotePath? = nil
  ) throws -> Response {
    let text = text(other ?? path, report)
    return try withTemporaryFile { file in
      guard write(file, text, text.utf8.count) == text.utf8.count else { throw CocoaError(.fileWriteUnknown) }
      return try server(report).put(file, length: Int64(text.utf8.count), to: path, condition, cancellation)
    }
  }

  private func withTemporaryFile<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    guard let stream = tmpfile() else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(stream) }
    return try body(fileno(stream))
  }
}
