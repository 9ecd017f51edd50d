import Glibc

extension FileManager {
  /// The folder that an extension and its app share: `$XDG_DATA_HOME/fileprovider-groups/IDENTIFIER`, made where it is missing.
  ///
  /// - Parameter groupIdentifier: The group, in reverse-domain notation.
  /// - Returns: `nil` for what is no plain name, and where the folder cannot be made.
  public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
    guard !groupIdentifier.isEmpty, groupIdentifier.utf8.count <= 200, !groupIdentifier.hasPrefix("."),
      !groupIdentifier.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 })
    else { return nil }
    let environment = ProcessInfo.processInfo.environment
    func folder(_ variable: String) -> URL? {
      environment[variable].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
    }
    let base =
      folder("XDG_DATA_HOME")
      ?? (folder("HOME") ?? homeDirectoryForCurrentUser).appendingPathComponent(".local/share", isDirectory: true)
    let url = base.appendingPathComponent("fileprovider-groups", isDirectory: true)
      .appendingPathComponent(groupIdentifier, isDirectory: true)
    do {
      try createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: NSNumber(value: 0o700)])
      return url
    } catch { return nil }
  }
}
