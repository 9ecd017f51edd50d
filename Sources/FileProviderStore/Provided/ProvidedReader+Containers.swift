package import FileProviderInterface

extension ProvidedReader {
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
    guard let item = try reader.item(id), item.isFolder else { return nil }
    return item
  }

  /// The folder that the provider has an item in; `nil` where it is not known.
  ///
  /// - Parameter isMovedHere: Whether the item was moved here. Then that folder may be deleted here: the move is not uploaded yet, nor the
  ///   deletion after that.
  func parentAtProvider(of item: ProvidedItem, isMovedHere: Bool) throws(StoreError) -> ItemID? {
    if let folder = try folder(identifiedBy: item.parent) { return folder.id }
    guard isMovedHere, let row = try provided(identifier: item.parent), try reader.item(row.item) == nil,
      try synced(row.item)?.kind == .folder
    else { return nil }
    return row.item
  }

  /// The folder that an item is in at the provider, according to `synced`, and that was deleted here after the item had left it. It is not needed here: the provider
  /// does not know the move yet, nor the deletion after that.
  ///
  /// - Parameters:
  ///   - reported: What the provider reports of the item, and with it of the folder that it is in.
  ///   - row: What is known of it.
  package func folderLeft(by reported: ProvidedItem, _ row: ProvidedRow) throws(StoreError) -> ItemID? {
    guard let item = try reader.item(row.item), item.kind == reported.kind, let folder = try synced(row.item)?.parent,
      folder != item.parent, try provided(identifier: reported.parent)?.item == folder
    else { return nil }
    return folder
  }

  /// The provider's identifier of an item; `nil` when the provider never reported it.
  package func providerIdentifier(of id: ItemID) throws(StoreError) -> NSFileProviderItemIdentifier? {
    switch id {
    case .root: .rootContainer
    case .trash: .trashContainer
    default: try provided(id).map { NSFileProviderItemIdentifier($0.identifier) }
    }
  }

  /// The folders that an item is in at the provider, the nearest first.
  package func foldersAtProvider(of id: ItemID) throws(StoreError) -> [ItemID] {
    var folders: [ItemID] = []
    var current = id
    while folders.count < Self.greatestDepth {
      var place = try synced(current)?.parent
      if place == nil { place = try reader.item(current)?.parent }
      guard let parent = place, !parent.isFixed, !folders.contains(parent) else { break }
      folders.append(parent)
      current = parent
    }
    return folders
  }

  private static let greatestDepth = 2048
}
