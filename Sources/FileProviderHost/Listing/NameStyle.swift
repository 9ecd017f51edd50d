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
  /// Where the domain is mounted, if that is needed.
  private let mountpoint: [UInt8]?
  /// What precedes an item's path in a link.
  private let place: String?

  /// - Returns: `nil` where the output is no terminal, or shows neither.
  init?(_ selection: DomainSelection) {
    guard isatty(STDOUT_FILENO) == 1, Environment.hasColor else { return nil }
    colors = Environment.value("LS_COLORS").map { NameColors($0) }
    let needsMount = Environment.hasLinks || colors?.readsTargets == true
    let mount = needsMount ? MountRegistry.preferred(of: selection.name, store: selection.store.directory.path) : nil
    mountpoint = mount.map { Array($0.mountpoint.utf8) }
    // A terminal opens only files of the machine that it runs on.
    place = mountpoint.flatMap { Environment.hasLinks ? "file://" + Environment.hostName + FileURI.path($0) : nil }
    if colors == nil, place == nil { return nil }
  }

  func text(_ shown: String, _ record: ItemRecord, _ reader: StoreReader) throws(StoreError) -> String {
    var text = shown
    if let colors {
      let target = try target(of: record, reader)
      text = Self.colored(text, colors.code(record.attributes, name: record.name.spelling, target: target))
    }
    guard let place, let path = try reader.path(of: record.id) else { return text }
    let address = place + (path == "/" ? "" : FileURI.path(path.spelledBytes))
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// The path that a link has, as shown behind its name.
  func text(ofTarget shown: String, of link: ItemRecord, _ reader: StoreReader) throws(StoreError) -> String {
    guard let colors else { return shown }
    return Self.colored(shown, colors.code(of: try target(of: link, reader), path: shown))
  }

  private func target(of link: ItemRecord, _ reader: StoreReader) throws(StoreError) -> LinkTarget {
    guard link.kind == .symlink, colors?.readsTargets == true else { return .unknown }
    return try LinkReader(reader, mountpoint: mountpoint).target(of: link.attributes)
  }

  private static func colored(_ text: String, _ code: Substring?) -> String {
    code.map { "\u{1B}[\($0)m\(text)\u{1B}[0m" } ?? text
  }
}
