package import FileProviderStore

/// A position in a listing, as the kernel keeps it: the offset of the last entry that it took.
///
/// `.` and `..` come first, then the entries that are no items, in their order, then the items. An item's offset is its
/// number, so it stays valid whatever is added or removed meanwhile: the next item is the one with the next number.
package struct ListingOffset: RawRepresentable, Sendable {
  package let rawValue: Int64

  @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
  @inlinable package init(after item: ItemID) { self.init(rawValue: item.rawValue) }

  /// Before everything.
  @inlinable package static var start: ListingOffset { ListingOffset(rawValue: 0) }
  /// Behind `.` and `..`.
  @inlinable package static var afterDots: ListingOffset { ListingOffset(rawValue: 2) }

  /// Whether it is before the end of `.` and `..`, or just behind them.
  @inlinable package var isAmongDots: Bool { rawValue <= Self.afterDots.rawValue }

  /// The offset of the entry at this position, when that is not an item.
  var next: ListingOffset { ListingOffset(rawValue: rawValue + 1) }

  /// Where in the entries that are no items the next one is, if it is one of those.
  func index(in entries: [VirtualEntry]) -> Int? {
    let index = rawValue - Self.afterDots.rawValue
    return index >= 0 && index < Int64(entries.count) ? Int(index) : nil
  }

  /// The item that the next ones come after.
  var item: ItemID { max(ItemID(rawValue: rawValue), .lastFixed) }
}
