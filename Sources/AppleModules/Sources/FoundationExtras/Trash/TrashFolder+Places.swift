import Glibc

extension TrashFolder {
  /// Where an item may go, the best place first.
  static func candidates(for item: ItemPath, on device: dev_t, _ environment: [String: String]) -> [TrashFolder] {
    let data = absolute("XDG_DATA_HOME", environment) ?? home(environment) + "/.local/share"
    let ofHome = Self.device(nearest(data)) == device ? [TrashFolder(path: data + "/Trash", top: nil)] : []
    return ofHome + candidates(below: top(of: item, on: device))
  }

  /// Those of a file system, whose topmost folder is given.
  static func candidates(below top: String) -> [TrashFolder] {
    let start = top == "/" ? "" : top
    let own = TrashFolder(path: "\(start)/.Trash-\(getuid())", top: top)
    // What an administrator made for everybody; the sticky bit keeps others from what is there.
    var status = Glibc.stat()
    guard lstat("\(start)/.Trash", &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & mode_t(S_ISVTX) != 0
    else { return [own] }
    return [TrashFolder(path: "\(start)/.Trash/\(getuid())", top: top), own]
  }

  private static func home(_ environment: [String: String]) -> String {
    absolute("HOME", environment) ?? FileManager.default.homeDirectoryForCurrentUser.path
  }

  private static func absolute(_ name: String, _ environment: [String: String]) -> String? {
    environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  private static func device(_ path: String) -> dev_t? {
    var status = Glibc.stat()
    return stat(path, &status) == 0 ? status.st_dev : nil
  }

  /// The folder that is there of a path that is to be made.
  private static func nearest(_ path: String) -> String {
    var path = path
    while access(path, F_OK) != 0, let (folder, _) = ItemPath.split(path) { path = folder }
    return path
  }

  /// The topmost folder above an item that is on its file system.
  private static func top(of item: ItemPath, on device: dev_t) -> String {
    var top = item.folder
    while let (above, _) = ItemPath.split(top), Self.device(above) == device { top = above }
    return top
  }
}
