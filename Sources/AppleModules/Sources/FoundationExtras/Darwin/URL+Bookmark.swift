extension URL {
  /// How a bookmark is made. Without effect: no file needs a grant on Linux.
  public struct BookmarkCreationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// As small as can be.
    public static let minimalBookmark = Self(rawValue: 1 << 9)
    /// To be written to a file.
    public static let suitableForBookmarkFile = Self(rawValue: 1 << 10)
    /// With the right to use the file.
    public static let withSecurityScope = Self(rawValue: 1 << 11)
    /// With the right to read the file.
    public static let securityScopeAllowOnlyReadAccess = Self(rawValue: 1 << 12)
    /// Without any right.
    public static let withoutImplicitSecurityScope = Self(rawValue: 1 << 29)
  }

  /// How a bookmark is followed. Without effect: nobody is asked, nothing is mounted, and no file needs a grant on Linux.
  public struct BookmarkResolutionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Nobody is asked.
    public static let withoutUI = Self(rawValue: 1 << 8)
    /// Nothing is mounted.
    public static let withoutMounting = Self(rawValue: 1 << 9)
    /// With the right to use the file.
    public static let withSecurityScope = Self(rawValue: 1 << 10)
    /// Without beginning to use the right.
    public static let withoutImplicitStartAccessing = Self(rawValue: 1 << 15)
  }

  /// What a bookmark says: a path, and which file was there.
  private struct Bookmark: Codable, Equatable {
    var path: String
    var device: UInt64
    var number: UInt64

    init(_ path: String) throws {
      var status = stat()
      guard stat(path, &status) == 0 else {
        let error = CocoaError(errno == ENOENT || errno == ENOTDIR ? .fileNoSuchFile : .fileReadUnknown)
        throw CocoaError(error.code, userInfo: [NSFilePathErrorKey: path])
      }
      self.path = path
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
    }
  }

  /// Bytes by which the file is found again as long as it is at the same path.
  ///
  /// - Parameters:
  ///   - options: Without effect.
  ///   - keys: Without effect.
  ///   - url: Without effect.
  public func bookmarkData(
    options: BookmarkCreationOptions = [], includingResourceValuesForKeys keys: Set<URLResourceKey>? = nil,
    relativeTo url: URL? = nil
  ) throws -> Data {
    guard isFileURL else { throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: self]) }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(Bookmark(standardizedFileURL.path))
  }

  /// The file of a bookmark.
  ///
  /// - Parameters:
  ///   - data: What `bookmarkData(options:includingResourceValuesForKeys:relativeTo:)` gave.
  ///   - options: Without effect.
  ///   - url: Without effect.
  ///   - bookmarkDataIsStale: Whether another file is at that path now.
  public init(
    resolvingBookmarkData data: Data, options: BookmarkResolutionOptions = [], relativeTo url: URL? = nil,
    bookmarkDataIsStale: inout Bool
  ) throws {
    guard let bookmark = try? PropertyListDecoder().decode(Bookmark.self, from: data), bookmark.path.hasPrefix("/")
    else { throw CocoaError(.fileReadCorruptFile) }
    bookmarkDataIsStale = try Bookmark(bookmark.path) != bookmark
    self.init(fileURLWithPath: bookmark.path)
  }
}
