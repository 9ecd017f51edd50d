/// Folders that a user expects in a place of their own.
///
/// Apple: File Provider / `NSFileProviderKnownFolders`.
public struct NSFileProviderKnownFolders: OptionSet, Sendable {
  /// The bit mask, with Apple's bit numbers.
  public let rawValue: UInt
  /// Makes a set from its bit mask.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The desktop.
  public static let desktop = Self(rawValue: 1 << 0)
  /// The documents.
  public static let documents = Self(rawValue: 1 << 1)
}

/// Where a provider keeps such folders.
///
/// Apple: File Provider / `NSFileProviderKnownFolderLocations`.
open class NSFileProviderKnownFolderLocations: NSObject {
  /// One folder: an item, or a name in one.
  open class Location: NSObject {
    /// The folder itself, if it is there.
    public let existingItemIdentifier: NSFileProviderItemIdentifier?
    /// The folder it is in.
    public let parentItemIdentifier: NSFileProviderItemIdentifier?
    /// Its name there.
    public let filename: String?

    /// A folder that is there.
    public init(existingItemIdentifier: NSFileProviderItemIdentifier) {
      self.existingItemIdentifier = existingItemIdentifier
      parentItemIdentifier = nil
      filename = nil
    }

    /// A folder that is there or is made.
    public init(parentItemIdentifier: NSFileProviderItemIdentifier, filename: String) {
      existingItemIdentifier = nil
      self.parentItemIdentifier = parentItemIdentifier
      self.filename = filename
    }
  }

  /// Whether the old place becomes a link.
  open var shouldCreateBinaryCompatibilitySymlink = true
  /// Where the desktop is.
  open var desktopLocation: Location?
  /// Where the documents are.
  open var documentsLocation: Location?
}

/// A provider that can keep them. Never asked: the desktop and document folders of a user on Linux are theirs to place.
///
/// Apple: File Provider / `NSFileProviderKnownFolderSupporting`.
public protocol NSFileProviderKnownFolderSupporting: NSObjectProtocol {
  /// Says where.
  ///
  /// - Parameters:
  ///   - knownFolders: which folders.
  ///   - completionHandler: called once, with the places or an error.
  @preconcurrency
  func getKnownFolderLocations(
    _ knownFolders: NSFileProviderKnownFolders,
    completionHandler: @escaping @Sendable (NSFileProviderKnownFolderLocations?, (any Error)?) -> Void
  )
}
