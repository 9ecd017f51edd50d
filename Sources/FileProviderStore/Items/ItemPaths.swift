/// The paths of many items: each folder's ancestors are read once.
///
/// Reading the paths of 10 000 members one by one was nine tenths of listing them. Valid within one view of the
/// database (`StoreReader.snapshot`); used by one thread.
package final class ItemPaths {
  private let reader: StoreReader
  private var folders: [ItemID: String] = [:]
  /// The most folders that are remembered; then all are forgotten.
  private static let limit = 65536

  package init(_ reader: StoreReader) { self.reader = reader }

  /// The path of an existing item; see `StoreReader.path`.
  ///
  /// - Returns: `nil` when one of its folders is gone.
  package func path(of record: borrowing ItemRecord) throws(StoreError) -> String? {
    if record.id == .root { return "/" }
    if record.parent == .trash { return try reader.path(of: record.id) }
    guard let folder = try path(ofFolder: record.parent) else { return nil }
    return folder + "/" + record.name.spelling
  }

  /// The path of a folder, without a slash for the root.
  private func path(ofFolder id: ItemID) throws(StoreError) -> String? {
    var climbed: [(id: ItemID, name: FileName)] = []
    var current = id
    var path = ""
    while current != .root {
      if let known = folders[current] {
        path = known
        break
      }
      guard let step = try reader.place(of: current) else { return nil }
      if step.parent == .trash {
        guard let trashed = try reader.path(of: current) else { return nil }
        path = trashed
        break
      }
      climbed.append((current, step.name))
      current = step.parent
    }
    if folders.count > Self.limit { folders.removeAll() }
    for folder in climbed.reversed() {
      path += "/" + folder.name.spelling
      folders[folder.id] = path
    }
    return path
  }
}
