import Glibc

/// How to import.
struct ImportOptions: Sendable {
  var author: String
  /// Whether to delete what was imported and is no longer in the source.
  var deletes: Bool
  /// Whether to overwrite and delete what was changed in the domain.
  var forces: Bool
}

/// Something named on the command line.
struct ImportSource: Sendable {
  /// As it was given.
  let path: String
  /// What it is called in the domain; `nil` when only what is in it is wanted.
  let name: String?

  init(_ given: String, leavesTopOut: Bool) throws {
    guard !given.isEmpty else { throw CommandFailure("import", "a path is empty", status: .usage) }
    path = given
    var status = stat()
    guard lstat(given, &status) == 0 else { throw CommandFailure(given, System.reason()) }
    if leavesTopOut {
      guard stat(given, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw CommandFailure(given, "--contents wants a folder", status: .usage)
      }
      name = nil
      return
    }
    let last = given.split(separator: "/").last.map(String.init)
    if let last, last != ".", last != ".." {
      name = last
    } else {
      name = Self.resolvedName(given)
    }
    if name == nil { throw CommandFailure(given, "this folder has no name", remedy: "use --contents", status: .usage) }
  }

  /// The name of `.`, `..` and the like; the root of the machine has none.
  private static func resolvedName(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved).split(separator: "/").last.map(String.init)
  }
}
