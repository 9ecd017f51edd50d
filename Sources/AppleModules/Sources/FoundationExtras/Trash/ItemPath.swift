import Glibc

/// Where an item is: a folder without links on the way to it, and a name, which may be that of a link.
struct ItemPath {
  let folder: String
  let name: String

  var path: String { folder == "/" ? "/" + name : "\(folder)/\(name)" }

  /// - Throws: What keeps the folder from being found, or the path from naming an item in it.
  init(_ url: URL) throws {
    // Not standardized: the folder above a link's target is another one than that above the link, and the last name stays what it is.
    guard let (folder, name) = Self.split(url.path), name != ".", name != ".." else {
      throw TrashFolder.failure(url.path, EINVAL)
    }
    guard let folder = Self.real(folder) else { throw TrashFolder.failure(url.path) }
    self.folder = folder
    self.name = name
  }

  /// A path without links; `nil` with `errno` set for one that leads nowhere.
  static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder of a path, and the last name. Bytes are looked at: a slash and a mark behind it are one character.
  ///
  /// - Returns: `nil` for the root, and for nothing.
  static func split(_ path: String) -> (folder: String, name: String)? {
    let slash = UInt8(ascii: "/")
    guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return nil }
    let whole = path.utf8[...last]
    guard let end = whole.lastIndex(of: slash) else { return (".", String(Substring(whole))) }
    let name = whole[whole.index(after: end)...]
    let folder = whole[..<end].lastIndex { $0 != slash }.map { whole[...$0] }
    return (folder.map { String(Substring($0)) } ?? "/", String(Substring(name)))
  }
}
