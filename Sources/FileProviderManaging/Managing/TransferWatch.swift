import FileProviderInterface
import FileProviderProcess
import FileProviderStore
import Foundation
import LinuxSystem

/// Updates a `Progress` for all transfers of a domain, as long as it is referenced.
enum TransferWatch {
  private struct Watched: @unchecked Sendable {
    // Sendable: Foundation guards the object's state with a lock of its own.
    weak var progress: Progress?
  }

  /// How often it looks.
  private static let interval = 0.5

  /// - Parameter count: Number of documents in transfer or queued for it; `nil` when the domain was removed.
  static func progress(of kind: Progress.FileOperationKind, count: @escaping @Sendable () -> Int64?) -> Progress {
    let progress = Progress(totalUnitCount: 0)
    progress.kind = .file
    progress.setUserInfoObject(kind.rawValue, forKey: .fileOperationKindKey)
    let watched = Watched(progress: progress)
    Thread.detachNewThread {
      var most: Int64 = 0
      while watched.progress != nil, let left = count(), let progress = watched.progress {
        most = left == 0 ? 0 : max(most, left)
        progress.totalUnitCount = most
        progress.completedUnitCount = most - left
        Thread.sleep(forTimeInterval: interval)
      }
    }
    return progress
  }

  /// How many documents are being transferred, or are to be.
  static func count(of kind: Progress.FileOperationKind, _ store: ItemStore) throws -> Int64 {
    switch kind {
    case .uploading:
      return try store.readCommitted { (reader) throws(StoreError) in
        var count: Int64 = 0
        try ProvidedReader(reader).forEachPending { row in
          if row.fields.contains(.contents), row.operation != .delete { count += 1 }
          return true
        }
        return count
      }
    case .downloading:
      let place = try ProcessPlace(storeIn: store.directory)
      return Int64(ProcessQuery.status(at: place, until: .after(.seconds(1)))?.loads ?? 0)
    default: return 0
    }
  }
}
