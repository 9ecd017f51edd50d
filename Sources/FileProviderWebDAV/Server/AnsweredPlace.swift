import Foundation

/// The folder that an answer is about, and what the server calls it there.
///
/// A reverse proxy may forward requests to another path, and leave the answers as they are: asked for `/files/a/`, it lists `/remote.php/files/a/`.
struct AnsweredPlace: Hashable, Sendable {
  let folder: RemotePath
  /// The names of the folder's path, as the server calls it.
  var names: [[UInt8]]

  /// Where a reference is.
  enum Position: Hashable {
    case itself
    case inside(RemotePath)
    /// Inside, with a name that no file can have.
    case strange
    case outside
  }

  func position(of text: String) -> Position {
    guard let reference = Reference(text) else { return .outside }
    var rest = reference.names[...]
    if reference.isAbsolute {
      guard reference.names.starts(with: names) else { return .outside }
      rest = reference.names.dropFirst(names.count)
    }
    guard rest.allSatisfy(RemotePath.isName) else {
      return rest.contains(Array("..".utf8)) ? .outside : .strange
    }
    guard !rest.isEmpty else { return .itself }
    let below = Array(rest.joined(separator: [UInt8(ascii: "/")]))
    return .inside(folder.appending(below, isFolder: reference.endsWithSlash))
  }
}

extension RemotePath {
  /// The names of the path, one by one.
  var names: [[UInt8]] { bytes.split(separator: UInt8(ascii: "/")).map { Array($0) } }

  /// Whether a path's last names are these, though a server may compose letters in another way or write them larger.
  func isEnd(of others: [[UInt8]]) -> Bool {
    let names = names
    return others.count >= names.count
      && zip(others.suffix(names.count), names).allSatisfy { $0 == $1 || Self.folded($0) == Self.folded($1) }
  }

  private static func folded(_ name: [UInt8]) -> String? {
    String(validating: name, as: UTF8.self)?.precomposedStringWithCanonicalMapping.lowercased()
  }
}
