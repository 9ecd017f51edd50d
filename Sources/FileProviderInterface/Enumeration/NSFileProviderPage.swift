/// Where a listing continues: the provider's own token, handed back unread by the system.
///
/// A token is limited to `maximumLength` bytes; a longer one ends the enumeration.
///
/// Apple: File Provider / `NSFileProviderPage`.
public struct NSFileProviderPage: _NSFileProviderToken {
  /// The longest token the system accepts, in bytes.
  package static let maximumLength = 500

  /// The provider's bytes.
  public let rawValue: Data

  /// Wraps a provider's bytes.
  public init(rawValue: Data) {
    self.rawValue = rawValue
  }

  /// Wraps a provider's bytes.
  public init(_ rawValue: Data) {
    self.rawValue = rawValue
  }
}

extension NSFileProviderPage {
  /// The page with which a listing sorted by name begins, as bytes.
  ///
  /// Write `as NSFileProviderPage` or `as Data` to use it. Compare it, never interpret it.
  public static var initialPageSortedByName: NSData {
    Data("NSFileProviderInitialPageSortedByName".utf8) as NSData
  }

  /// The page with which a listing sorted by date begins, as bytes.
  ///
  /// Write `as NSFileProviderPage` or `as Data` to use it. Compare it, never interpret it.
  public static var initialPageSortedByDate: NSData {
    Data("NSFileProviderInitialPageSortedByDate".utf8) as NSData
  }
}
