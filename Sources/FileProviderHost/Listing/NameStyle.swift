import FileProviderDomains
import FileProviderProgram
import FileProviderStore
import FileProviderThumbnails
import Foundation
import Glibc
import LinuxSystem

/// How a terminal shows names: in the colours of `LS_COLORS`, and as links to the items in a mount where it shows links.
struct NameStyle {
  private let colors: NameColors?
  /// What precedes an item's path in a link.
  private let place: String?

  /// - Returns: `nil` where the output is no terminal, or shows neither.
  init?(_ selection: DomainSelection) {
    guard isatty(STDOUT_FILENO) == 1, Environment.hasColor else { return nil }
    colors = Environment.value("LS_COLORS").map { NameColors($0) }
    let mount =
      Environment.hasLinks
      ? MountRegistry.preferred(of: selection.name, store: selection.store.directory.path) : nil
    // A terminal opens only files of the machine that it runs on.
    place = mount.map { "file://" + Environment.hostName + FileURI.path($0.mountpoint.utf8) }
    if colors == nil, place == nil { return nil }
  }

  func text(_ shown: String, _ record: ItemRecord, _ reader: StoreReader) throws(StoreError) -> String {
    var text = shown
    if let code = colors?.code(record.attributes, name: record.name.spelling) {
      text = "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
    guard let place, let path = try reader.path(of: record.id) else { return text }
    let address = place + (path == "/" ? "" : FileURI.path(path.spelledBytes))
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
