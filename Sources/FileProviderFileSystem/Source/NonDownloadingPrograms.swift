import Glibc

/// The programs that look at everything they find, for an index or for small pictures. Opening a document whose contents are not here fails for them:
/// otherwise they would bring all that a provider has.
///
/// A program is known by the file name of what it executes (`/proc/PID/exe` in proc(5)); one that is not known is like any other.
package struct NonDownloadingPrograms: Sendable, Hashable {
  private let names: Set<String>

  /// - Parameter names: File names of programs.
  package init(_ names: some Sequence<String>) { self.names = Set(names) }

  /// The indexers and thumbnailers of the usual desktops.
  package static let standard = NonDownloadingPrograms([
    "tracker-extract", "tracker-extract-3", "tracker-miner-fs", "tracker-miner-fs-3", "localsearch-3",
    "localsearch-extractor-3", "baloo_file", "baloo_file_extractor", "recoll", "recollindex", "tumblerd",
    "evince-thumbnailer", "papers-thumbnailer", "totem-video-thumbnailer", "ffmpegthumbnailer",
    "gdk-pixbuf-thumbnailer", "glycin-thumbnailer", "gsf-office-thumbnailer", "gnome-thumbnail-font",
  ])

  /// - Parameter process: The number of the calling process, 0 where that is not known.
  func contains(_ process: Int32) -> Bool {
    guard process > 0, !names.isEmpty else { return false }
    let path = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer -> String? in
      let count = buffer.baseAddress.map { readlink("/proc/\(process)/exe", $0, buffer.count) } ?? -1
      return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
    guard var name = path?.split(separator: "/").last.map(String.init) else { return false }
    // What was updated while it runs.
    if name.hasSuffix(" (deleted)") { name.removeLast(10) }
    return names.contains(name)
  }
}
