import Foundation

/// What the table of this package is about, and the page that shows it.
enum TablePage {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  static let url = folder.appendingPathComponent(
    "../../../Sources/FileProvider/Documentation.docc/AppleInterface.md"
  ).standardized
  static let modules = ["FileProviderInterface", "FileProvider"]

  /// The maps of the modules in C that the modules import.
  static func maps(_ modules: URL) -> [URL] { [] }

  static let title = "Apple's interface"
  static let subject = "What of Apple's File Provider is here"
  static let introduction = "<doc:AppleOtherModules> has what comes from elsewhere."

  /// What a class may leave out is declared in protocols whose names begin with an underscore, which the tool does not
  /// tell. `NoticeFormTests` and `SyncAnchorFormTests` use each of these.
  static let hidden: Set<String> = [
    "NSFileProviderEnumerator.currentSyncAnchor()", "NSFileProviderEnumerator.currentSyncAnchor(completionHandler:)",
    "NSFileProviderEnumerator.enumerateChanges(for:from:)",
    "NSFileProviderReplicatedExtension.importDidFinish()",
    "NSFileProviderReplicatedExtension.importDidFinish(completionHandler:)",
    "NSFileProviderReplicatedExtension.materializedItemsDidChange()",
    "NSFileProviderReplicatedExtension.materializedItemsDidChange(completionHandler:)",
    "NSFileProviderReplicatedExtension.pendingItemsDidChange()",
    "NSFileProviderReplicatedExtension.pendingItemsDidChange(completionHandler:)",
  ]
}
