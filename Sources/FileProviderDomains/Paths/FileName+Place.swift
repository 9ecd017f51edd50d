import FileProviderFileSystem
package import FileProviderStore

extension FileName {
  /// Checks that a command may put something with this name into a folder.
  ///
  /// An item that is in the trash without having been trashed is in no list and cannot be restored. An item with the
  /// name of one of a mount's own folders is hidden by that folder on every mount.
  package func check(in parent: ItemID) throws(StoreError) {
    guard parent != .trash else {
      throw StoreError(.invalidMove, "the destination is in the trash; “trash put” moves items there")
    }
    guard parent != .root || !isReservedInRoot else {
      throw StoreError(.invalidName, "the name “\(self)” is reserved in the root; choose another")
    }
  }
}
