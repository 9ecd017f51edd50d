package import Foundation

/// The files of a store that commits write to, for those who watch several stores without opening them.
package enum CommitFiles {
  /// The wake file, which is written when a commit with changes of items is done, and the write-ahead log. That is written by commits of settings, too, but
  /// before they can be seen: who finds nothing new looks once more a moment later.
  ///
  /// - Parameter directory: The folder of the store.
  package static func urls(in directory: URL) -> [URL] {
    [WakeFile.url(in: directory), URL(fileURLWithPath: StoreDatabase.url(in: directory).path + "-wal")]
  }
}
