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
