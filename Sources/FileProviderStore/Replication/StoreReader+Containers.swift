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

  /// The provider's identifier of an item; `nil` when the provider never told of it.
  package func providerIdentifier(of id: ItemID) throws(StoreError) -> NSFileProviderItemIdentifier? {
    switch id {
    case .root: .rootContainer
    case .trash: .trashContainer
    default: try provided(id).map { NSFileProviderItemIdentifier($0.identifier) }
    }
  }
}
