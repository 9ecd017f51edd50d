/// The number of contents. It is not the item's: new contents get a new number, and the commit that points the item at it is what replaces the old.
///
/// The number says where they are: in a content file, or in the database.
package struct ContentKey: RawRepresentable, Hashable, Sendable {
  package let rawValue: Int64
  @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

  /// Files are numbered from the time in nanoseconds on, which is less until the year 2116.
  private static let databaseBit: Int64 = 1 << 62

  /// The least number of small contents.
  static let firstSmall = databaseBit

  /// Whether they are small contents: a row of `small_contents`, which never changes. Other contents are in a file.
  package var isSmall: Bool { rawValue & Self.databaseBit != 0 }

  /// When small contents were written.
  var written: Timestamp { Timestamp(rawValue: rawValue & ~Self.databaseBit) }

  /// The number of small contents, given one that no file has.
  var small: ContentKey { ContentKey(rawValue: rawValue | Self.databaseBit) }
}
