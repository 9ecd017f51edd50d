import FileProviderStore
import Synchronization

/// The paths of the folders that links of the views lately pointed into, as long as nothing is committed.
///
/// `ls -l` of a view asks for the target of each link; climbing from each item to the root was most of the answer.
final class FolderPaths: Sendable {
  private struct State {
    var stamp: Int64?
    var paths: [ItemID: String] = [:]
  }

  private let state = Mutex(State())
  private static let limit = 4096

  /// The path of an item that is there.
  ///
  /// - Parameter stamp: The stamp from before the reads; with `nil` nothing is remembered.
  /// - Returns: `nil` when one of its folders is gone.
  func path(of item: ItemRecord, _ reader: StoreReader, at stamp: Int64?) throws(StoreError) -> String? {
    guard let stamp, item.parent != .trash else { return try reader.path(of: item.id) }
    if let folder = find(item.parent, at: stamp) { return folder + "/" + item.name.spelling }
    guard let path = try reader.path(of: item.id) else { return nil }
    insert(
      item.parent, String(decoding: path.utf8.dropLast(item.name.spelling.utf8.count + 1), as: UTF8.self), at: stamp)
    return path
  }

  private func find(_ folder: ItemID, at stamp: Int64) -> String? {
    state.withLock { $0.stamp == stamp ? $0.paths[folder] : nil }
  }

  private func insert(_ folder: ItemID, _ path: String, at stamp: Int64) {
    state.withLock { state in
      if state.stamp != stamp || state.paths.count > Self.limit { state = State(stamp: stamp) }
      state.paths[folder] = path
    }
  }
}
