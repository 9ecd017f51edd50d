import Glibc

/// The names of files that programs keep beside a document for their own use while it is open. New files with such names stay on this machine.
///
/// A lock file is there as long as its document is open, which may be for hours: without this, it would be uploaded, and so appear on the
/// other machines. A file that gets another name is uploaded as any other, and one that the provider knows already stays known by any name.
package struct LocalNames: Sendable, Hashable {
  /// Shell patterns, as in fnmatch(3).
  package let patterns: [String]

  package init(_ patterns: [String]) { self.patterns = patterns }

  /// The locks of LibreOffice and Microsoft Office, the swap files of Vim and Kate, the locks and the automatically saved copies of Emacs, what GIO
  /// writes before it renames, and what the Finder leaves behind.
  package static let standard = LocalNames([
    ".~lock.*#", "~$*", ".*.sw[a-p]", ".*.kate-swp", ".#*", "#*#", ".goutputstream-*", ".DS_Store",
  ])

  /// Those that hold nothing of a user's: they go with their folder, and are not rescued.
  static let disposable = LocalNames([".~lock.*#", "~$*", ".#*", ".DS_Store"])

  func contains(_ name: FileName) -> Bool { patterns.contains { fnmatch($0, name.spelling, 0) == 0 } }

  fileprivate static let key = "local-names"
}

extension RescueReader {
  /// The domain's own patterns, or else the usual ones.
  package func localNames() throws(StoreError) -> LocalNames {
    guard let text = try reader.setting(LocalNames.key) else { return .standard }
    return LocalNames(text.split(separator: "\n").map(String.init))
  }

  /// Whether a new item is one that a program keeps for itself.
  package func isLocalByName(_ record: ItemRecord) throws(StoreError) -> Bool {
    guard record.kind == .file || record.kind == .symlink else { return false }
    return try localNames().contains(record.name)
  }
}

extension RescueEditor {
  /// Sets which new files stay on this machine, and has those uploaded that do not any more.
  ///
  /// - Parameter names: `nil` for the usual ones. No pattern has a line break.
  package func setLocalNames(_ names: LocalNames?) throws(StoreError) {
    try transaction.changeSetting(LocalNames.key, to: names.map { $0.patterns.joined(separator: "\n") })
    try reader.statement(.releaseLocal).run()
  }
}
