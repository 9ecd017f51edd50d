import FileProviderStore

/// A contact among those of several domains.
struct ContactPlace: Hashable {
  /// The position of its domain.
  let domain: Int
  let item: ItemID
}
