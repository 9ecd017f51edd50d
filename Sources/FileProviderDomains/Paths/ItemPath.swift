import FileProviderProgram
package import FileProviderStore

/// A path argument: as it was given, and as a path from the root of its domain.
package struct ItemPath: Sendable {
  /// As typed, for messages.
  package let given: String
  /// The path without leading, trailing and double slashes, and without `.` and `..`.
  package let names: [String]
  /// Whether it was written with a slash at its end, which names a folder.
  package let endsWithSlash: Bool

  package init(given: String, fromRoot path: some StringProtocol) {
    self.given = given
    names = Self.normalized(path)
    endsWithSlash = path.hasSuffix("/")
  }

  /// Whether it is `.` or `..`, or ends with one of these: commands that remove their arguments refuse it, as rm(1)
  /// does.
  package var isDots: Bool { given.pathNames.last.map { $0 == "." || $0 == ".." } ?? false }

  /// The absolute path in the domain.
  package var path: String { "/" + names.joined(separator: "/") }
  package var isRoot: Bool { names.isEmpty }
  package var parent: String { "/" + names.dropLast().joined(separator: "/") }
  package var name: String { names.last ?? "/" }

  package static func normalized(_ path: some StringProtocol) -> [String] {
    var names: [String] = []
    for name in path.pathNames where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names
  }
}

/// Finds items by their paths, as a user types them.
package struct PathReader {
  let reader: StoreReader

  package init(_ reader: StoreReader) { self.reader = reader }

  /// The item at a path argument. A slash at its end means a folder, and nothing else is taken for one.
  package func existing(at path: ItemPath) throws(StoreError) -> ItemAttributes {
    guard let item = try reader.resolve(path.path) else { throw StoreError(.noSuchItem, "no such item") }
    guard item.isFolder || !path.endsWithSlash else { throw StoreError(.notFolder, "not a folder") }
    return item
  }

  /// The item at a path argument. Throws if there is none.
  package func item(at path: ItemPath) throws -> ItemAttributes {
    do throws(StoreError) { return try existing(at: path) } catch { throw CommandFailure(path.given, error) }
  }

  /// The folder at a path argument. Throws if there is none.
  package func folder(at path: ItemPath) throws -> ItemAttributes {
    let item = try item(at: path)
    guard item.isFolder else { throw CommandFailure(path.given, "not a folder") }
    return item
  }
}
