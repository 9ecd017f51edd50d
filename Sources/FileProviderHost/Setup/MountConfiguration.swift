import FileProviderDomains
import FileProviderProgram
import Foundation
import Glibc
import LinuxSystem

/// The file from which the unit of a domain's mount takes its mount point and its options.
struct MountConfiguration {
  private let path: String

  init(_ domain: DomainName) {
    let folder = Environment.directory("XDG_CONFIG_HOME") ?? Environment.home + "/.config"
    path = "\(folder)/fileprovider/\(domain).conf"
  }

  /// Sets the mount point, and leaves the other lines as they are.
  func setMountpoint(_ mountpoint: String, _ undo: inout UndoList) throws {
    let former = File.contents(path)
    if former == nil, access(path, F_OK) == 0 { throw CommandFailure(path, "cannot be read: \(System.reason())") }
    let others = (former ?? "").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .filter { !$0.drop(while: \.isWhitespace).hasPrefix(Self.key) }
    let text = ["\(Self.key)\(Self.quoted(mountpoint))"] + others.map(String.init)
    let folder = (path as NSString).deletingLastPathComponent
    do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
      throw CommandFailure(folder, error.localizedDescription)
    }
    undo.add { [path] in
      guard let former else { return _ = unlink(path) }
      try? File.replace(path, with: former)
    }
    try File.replace(path, with: text.joined(separator: "\n"))
  }

  private static let key = "MOUNTPOINT="

  /// A value as systemd.exec(5) reads it.
  private static func quoted(_ value: String) -> String {
    "\"" + value.map { "\"\\`$".contains($0) ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
