/// What is in `…/remote.php/dav/files/USER/…`: the paths that Nextcloud documents beside that of a user's files.
struct CloudPlace: Hashable, Sendable {
  /// Where the paths of the protocol begin: `…/remote.php/dav`.
  var base: [[UInt8]]
  var user: [UInt8]
  /// The part of the user's files that is mounted.
  var folder: [[UInt8]]

  /// - Returns: `nil` for the names of a path of another form.
  init?(_ names: [[UInt8]]) {
    guard let files = names.firstIndex(of: Array("files".utf8)), files >= 2, files + 1 < names.count,
      names[files - 1] == Array("dav".utf8), names[files - 2] == Array("remote.php".utf8)
    else { return nil }
    (base, user, folder) = (Array(names[..<files]), names[files + 1], Array(names[(files + 2)...]))
  }

  /// The names of the path of a collection of the user's trash bin.
  func trashBin(_ name: String) -> [[UInt8]] { base + [Array("trashbin".utf8), user, Array(name.utf8)] }
}
