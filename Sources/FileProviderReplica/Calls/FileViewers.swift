import FileProviderInterface
import FileProviderStore
import Foundation

/// The programs in which users look at folders.
enum FileViewers {
  /// Their file names, of the file managers of the usual desktops and those in a terminal.
  static let names: Set<String> = [
    "nautilus", "org.gnome.Nautilus", "dolphin", "thunar", "Thunar", "nemo", "nemo-desktop", "caja", "pcmanfm",
    "pcmanfm-qt",
    "pantheon-files", "io.elementary.files", "cosmic-files", "dde-file-manager", "peony", "krusader", "konqueror",
    "spacefm", "doublecmd", "mc", "ranger", "nnn", "lf", "vifm", "yazi",
  ]
}

extension ProviderCalls {
  /// A request for a program.
  ///
  /// - Parameter asker: The program; `nil` where the system asks, by itself.
  func request(for asker: SourceAsker? = nil) -> NSFileProviderRequest {
    let executable = asker?.executable.map { URL(fileURLWithPath: $0) }
    return NSFileProviderRequest(
      isSystemRequest: asker == nil,
      isFileViewerRequest: executable.map { FileViewers.names.contains($0.lastPathComponent) } ?? false,
      requestingExecutable: executable, domainVersion: state.version)
  }
}
