import FileProviderInterface

/// What the laws compare of an item.
struct ListedItem: Hashable {
  var identifier: String
  var parent: String
  var filename: String

  init(_ item: any NSFileProviderItem) {
    identifier = item.itemIdentifier.rawValue
    parent = item.parentItemIdentifier.rawValue
    filename = item.filename
  }
}
