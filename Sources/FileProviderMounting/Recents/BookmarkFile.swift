import FileProviderProgram
import FileProviderStore

/// The desktop's list of recently used documents, `recently-used.xbel` (freedesktop.org Desktop Bookmark
/// Specification). Only the files and the times of their use are read.
///
/// FoundationXML could read it, but a program that is linked with it loads it and libxml2 at each start, for every
/// command. So this reads the part of XML that such a file has: tags, attributes, comments, character data, references
/// to characters. Any other file, or a torn one, is refused as a whole.
enum BookmarkFile {
  struct Bookmark: Hashable, Sendable {
    /// The URI as it stands in the file.
    var uri: String
    /// The latest of its dates.
    var used: Timestamp
  }

  /// A larger file is not read: desktops keep some hundred entries.
  static let largest = 8 << 20

  /// - Returns: `nil` for a file of another kind, or a broken one.
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
