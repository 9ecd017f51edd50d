import FileProviderStore

/// The desktop's list of recently used documents, `recently-used.xbel` (freedesktop.org Desktop Bookmark Specification): which file was
/// used when, and nothing else of it.
///
/// FoundationXML would read it, but a program that is linked with it loads that and libxml2 at each start, for every command. So this is the
/// part of XML that such a file has: tags, attributes, comments, character data, references to characters. A file that is
/// anything else, or torn, is refused as a whole.
enum BookmarkFile {
  struct Bookmark: Hashable, Sendable {
    /// A URI, as it stands there.
    var uri: String
    /// The last of the dates it has.
    var used: Timestamp
  }

  /// A file that is larger is not read: desktops keep some hundred entries.
  static let largest = 8 << 20

  /// - Returns: `nil` for what is no such file, or a broken one.
  static func bookmarks(in bytes: [UInt8]) -> [Bookmark]? {
    var found: [Bookmark] = []
    let isWhole = bytes.withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      return scanner.scan(root: "xbel") { name, attributes in
        if name == "bookmark", let bookmark = bookmark(attributes) { found.append(bookmark) }
      }
    }
    return isWhole ? found : nil
  }

  private static func bookmark(_ attributes: [String: String]) -> Bookmark? {
    guard let uri = attributes["href"] else { return nil }
    let dates = ["added", "modified", "visited"].compactMap { attributes[$0].flatMap { InternetDate.parse($0) } }
    return dates.max().map { Bookmark(uri: uri, used: $0) }
  }
}
