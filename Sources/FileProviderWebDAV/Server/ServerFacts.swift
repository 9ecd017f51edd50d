import Foundation

/// What a server can, as it was found out by trying.
struct ServerFacts: Codable, Hashable, Sendable {
  /// Whether files can be made at all, in some folder.
  var canWrite = true
  /// Whether the top folder takes no files; `nil` in what an older release has noted, which then took nothing for writable.
  var topIsReadOnly: Bool?
  /// Whether a document is replaced, or made, only under the conditions that were sent with it.
  var checksWrites = false
  /// Whether a document is deleted only under the conditions that were sent.
  var checksDeletions = false
  var hasMove = true
  /// Whether a document is moved only under the conditions that were sent; `nil` in what an older release has noted, which sent none.
  var checksMoves: Bool?
  /// Whether what is in the way of a move stays there.
  var keepsTargets = false
  var hasCopy = true
  /// Whether parts of a document can be fetched.
  var hasRanges = false
  /// Whether a date that is sent with a document (`X-OC-Mtime`) becomes its date.
  var takesDates = false
  /// Whether a collection reports its changes since a token (RFC 6578).
  var hasSyncTokens = false
  /// Whether it reports file numbers, permissions and favourites, as Nextcloud and ownCloud do. The version of a folder then changes
  /// with everything below it.
  var isCloud = false
  /// Whether it reports whether a document is executable, as Apache does.
  var hasExecutables = false
  /// Whether large documents can be sent in parts, which are kept when the connection ends (Nextcloud's chunked upload, version 2).
  var hasChunks = false
  /// Whether it reports the free space (RFC 4331); `nil` in settings of an older release, which did not ask.
  var hasQuota: Bool?
  /// Whether deleted items go to a trash bin, and can be restored (Nextcloud's); `nil` in settings of an older release.
  var hasTrashBin: Bool?
  /// Whether it reports the user's privileges for each item (RFC 3744); `nil` in settings of an older release.
  var hasPrivileges: Bool?
  /// Whether a write returns the version that a listing reports; `nil` in settings of an older release.
  var tagsOfWritesHold: Bool?

  /// The version of vCard in which cards are requested, if it is not 3.0.
  var cardVersion: String?
  /// Whether a book refuses a second card with the `UID` of another one.
  var checksIdentity: Bool?

  /// Whether each item has the user's privileges for it.
  var reportsPermissions: Bool { isCloud || hasPrivileges == true }
}

extension ServerFacts {
  private static func file(in folder: URL) -> URL { folder.appendingPathComponent("facts.json") }

  /// What a provider has found out earlier, since it was not in the settings.
  init?(in folder: URL) {
    guard let data = try? Data(contentsOf: Self.file(in: folder)),
      let facts = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = facts
  }

  func write(to folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try JSONEncoder().encode(self).write(to: Self.file(in: folder), options: .atomic)
  }
}
