package import FileProviderDomains
import FileProviderStore

/// Selects changes by path: those of items that are or were at a path which one of the patterns matches.
package final class ChangeFilter {
  private let patterns: [PathPattern]
  private let paths = FolderPaths(nowhere: "/")

  /// - Parameter patterns: None for every change.
  package init(_ patterns: [PathPattern]) { self.patterns = patterns }

  /// Forgets paths, which may be wrong from here on.
  func forgetPaths() { paths.forgetAll() }

  func includes(_ change: ItemChange, _ reader: StoreReader) throws(StoreError) -> Bool {
    guard !patterns.isEmpty else { return true }
    let isFolder = change.kind == .folder
    let path = try paths.shown(change.item, named: change.name, in: change.parent, reader)
    if patterns.matches(path, isFolder: isFolder) { return true }
    guard let previous = change.previousPlace else { return false }
    let previousPath = try paths.shown(.none, named: previous.name, in: previous.parent, reader)
    return patterns.matches(previousPath, isFolder: isFolder)
  }
}
