public import Foundation

extension URL {
  /// Sets what Linux can keep of an item's values, and leaves the rest out.
  ///
  /// Not Apple's: `setResourceValues` is this in the packages that `adopt-provider.sh` makes. Foundation on Linux fails for `isHidden`,
  /// `hasHiddenExtension`, `isUserImmutable` and `isSystemImmutable` whatever they are, and an extension would fail with it; there are no such marks.
  ///
  /// - Throws: What Foundation throws for the others.
  public mutating func setStorableResourceValues(_ values: URLResourceValues) throws {
    var storable = URLResourceValues()
    if let name = values.name { storable.name = name }
    if let date = values.creationDate { storable.creationDate = date }
    if let date = values.contentAccessDate { storable.contentAccessDate = date }
    if let date = values.contentModificationDate { storable.contentModificationDate = date }
    if let number = values.labelNumber { storable.labelNumber = number }
    if let isExcluded = values.isExcludedFromBackup { storable.isExcludedFromBackup = isExcluded }
    try setResourceValues(storable)
  }
}
