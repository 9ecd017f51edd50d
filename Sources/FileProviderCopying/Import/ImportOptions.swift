package import FileProviderDomains
import FileProviderProgram
import Glibc

/// How to import.
package struct ImportOptions: Sendable {
  package var author: String
  /// Whether to delete what was imported and is no longer in the source.
  var deletes: Bool
  /// Whether to overwrite and delete what was changed in the domain.
  var forces: Bool
  /// What is left out, by its path from the imported item.
  var excluded: [PathPattern]
  /// Whether nothing is written.
  package var isRehearsal: Bool

  package init(author: String, deletes: Bool, forces: Bool, excluded: [PathPattern] = [], isRehearsal: Bool = false) {
    self.author = author
    self.deletes = deletes
    self.forces = forces
    self.excluded = excluded
    self.isRehearsal = isRehearsal
  }
}

/// A source named on the command line.
package struct ImportSource: Sendable {
  /// As it was given.
  package let path: String
  /// The path for system calls.
  let bytes: [CChar]
  /// Its name in the domain, for system calls, too; `nil` when only its contents are imported.
  package let name: [CChar]?

  package init(_ given: String, leavesTopOut: Bool) throws {
    guard !given.isEmpty else { throw CommandFailure("import", "a path is empty", status: .usage) }
    path = given
    bytes = CommandArguments.systemPath(given)
    var status = stat()
    guard lstat(bytes, &status) == 0 else { throw CommandFailure(given, System.reason()) }
    if leavesTopOut {
      guard stat(bytes, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw CommandFailure(given, "not a folder, which --contents requires", status: .usage)
      }
      name = nil
      return
    }
    name = Self.name(bytes) ?? Self.resolvedName(bytes)
    if name == nil { throw CommandFailure(given, "the folder has no name", remedy: "use --contents", status: .usage) }
  }

  /// The last name of a path; `nil` for one that ends with `.` or `..`, and for the root of the machine.
  private static func name(_ path: [CChar]) -> [CChar]? {
    let slash = CChar(bitPattern: UInt8(ascii: "/"))
    let dot = CChar(bitPattern: UInt8(ascii: "."))
    guard let last = path.dropLast().split(separator: slash).last, !last.elementsEqual([dot]),
      !last.elementsEqual([dot, dot])
    else { return nil }
    return last + [0]
  }

  /// The name of `.`, `..` and the like; the root of the machine has none.
  private static func resolvedName(_ path: [CChar]) -> [CChar]? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return name(Array(UnsafeBufferPointer(start: resolved, count: strlen(resolved) + 1)))
  }
}
