package import FileProviderInterface

extension StoreReader {
  /// The folder with a provider's identifier, if it is here.
  package func folder(identifiedBy identifier: String) throws(StoreError) -> ItemAttributes? {
    let id: ItemID
    switch NSFileProviderItemIdentifier(identifier) {
    case .rootContainer: id = .root
    case .trashContainer: id = .trash
    default:
      guard let row = try provided(identifier: identifier) else { return nil }
      id = row.item
    }
    guard let item = try item(id), item.isFolder else { return nil }
    return item
  }

  /// The folder that an item is in at the provider, as was agreed, and that was deleted here after the item had left it. It is not needed here: the provider
  /// has yet to be told of the move, and of the deletion after that.
  ///
  /// - Parameters:
  ///   - row: What is known of the item.
  ///   - parent: The identifier of the folder that the provider says it is in.
  package func folderLeft(by row: ProvidedRow, _ parent: String) throws(StoreError) -> ItemID? {
    guard let item = try item(row.item), let folder = try agreed(row.item)?.parent, folder != item.parent,
      try provided(identifier: parent)?.item == folder
    else { return nil }
    return folder
  }

  /// The provider's identifier of an item; `nil` when the provider never told of it.
  package func providerIdentifier(of id: ItemID) throws(StoreError) -> NSFileProviderItemIdentifier? {
    switch id {
    case .root: .rootContainer
    case .trash: .trashContainer
    default: try provided(id).map { NSFileProviderItemIdentifier($0.identifier) }
    }
  }
}
