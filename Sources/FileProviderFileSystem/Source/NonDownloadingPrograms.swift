import LinuxSystem

/// The programs that look at everything they find, for an index or for small pictures. Opening a document whose contents are not here fails for them:
/// otherwise they would download everything that a provider has.
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

  /// The name of a program that is one of these; `nil` for any other.
  ///
  /// - Parameter process: The number of the calling process, 0 where that is not known.
  func name(of process: Int32) -> String? {
    guard !names.isEmpty, let path = executablePath(of: process) else { return nil }
    return path.split(separator: "/").last.map(String.init).flatMap { names.contains($0) ? $0 : nil }
  }

  /// Whether a program makes small pictures, by its name, and no index.
  static func makesPictures(_ name: String) -> Bool { name == "tumblerd" || name.contains("thumbnail") }
}
