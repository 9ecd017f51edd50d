import FileProviderStore
import Foundation

/// What a provider's store says, changed from outside.
enum SyncStore {
  /// Sets which program the store names.
  static func setProgram(_ path: String, of directory: URL) throws {
    let store = try ItemStore(directory: directory)
    try store.change(author: "test") { (transaction) throws(StoreError) in
      try transaction.changeSetting("provider.program", to: path)
    }
    try store.finish()
  }
}
