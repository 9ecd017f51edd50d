import CDarwin
import Glibc

/// A trash of a person's: a folder `files` of what was thrown away, and a folder `info` that knows where each of it was.
struct TrashFolder {
  let url: URL
  /// What the paths in `info` are below of. Those of the home's trash are absolute.
  private let top: URL?

  /// Where an item may go, the best place first.
  static func candidates(for item: URL, on device: dev_t) -> [TrashFolder] {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0, isDirectory: true) : nil }
      ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share", isDirectory: true)
    var trashes: [TrashFolder] = []
    if Self.device(nearest(data)) == device {
      trashes.append(TrashFolder(url: data.appendingPathComponent("Trash"), top: nil))
    }
    let top = top(of: item, on: device)
    // What an administrator made for everybody; the sticky bit keeps others out.
    let common = top.appendingPathComponent(".Trash")
    var status = Glibc.stat()
    if lstat(common.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_mode & mode_t(S_ISVTX) != 0 {
      trashes.append(TrashFolder(url: common.appendingPathComponent("\(getuid())"), top: top))
    }
    return trashes + [TrashFolder(url: top.appendingPathComponent(".Trash-\(getuid())"), top: top)]
  }

  private static func device(_ url: URL) -> dev_t? {
    var status = Glibc.stat()
    return stat(url.path, &status) == 0 ? status.st_dev : nil
  }

  /// The folder that is there of a path that is to be made.
  private static func nearest(_ url: URL) -> URL {
    var url = url
    while access(url.path, F_OK) != 0, url.path != "/" { url.deleteLastPathComponent() }
    return url
  }

  /// The topmost folder above an item that is on its file system.
  private static func top(of item: URL, on device: dev_t) -> URL {
    var top = item.deletingLastPathComponent()
    while top.path != "/", Self.device(top.deletingLastPathComponent()) == device { top.deleteLastPathComponent() }
    return top
  }

  /// Takes an item.
  ///
  /// - Returns: Where it is now; `nil` if this trash cannot be made, or is on another file system.
  /// - Throws: What keeps the item where it is.
  func take(_ item: URL) throws -> URL? {
    let (files, info) = (url.appendingPathComponent("files"), url.appendingPathComponent("info"))
    for folder in [files, info] {
      do {
        try FileManager.default.createDirectory(
          at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch { return nil }
    }
    for name in Self.names(like: item.lastPathComponent) {
      let note = info.appendingPathComponent(name + ".trashinfo")
      // Whoever makes the note has the name.
      do { try Data(text(of: item).utf8).write(to: note, options: .withoutOverwriting) } catch CocoaError
        .fileWriteFileExists
      {
        continue
      }
      let place = files.appendingPathComponent(name)
      if renamex_np(item.path, place.path, UInt32(RENAME_EXCL)) == 0 { return place }
      let error = errno
      try FileManager.default.removeItem(at: note)
      switch error {
      case EEXIST: continue
      case EXDEV: return nil
      default: throw Self.failure(item, error)
      }
    }
    return nil
  }

  /// The name of an item, and others that it may have in the trash.
  private static func names(like name: String) -> some Sequence<String> {
    let (stem, suffix) = ((name as NSString).deletingPathExtension, (name as NSString).pathExtension)
    return sequence(first: 1) { $0 + 1 }.lazy.map { number in
      number == 1 ? name : "\(stem).\(number)" + (suffix.isEmpty ? "" : ".\(suffix)")
    }
  }

  /// What is noted of an item.
  private func text(of item: URL) -> String {
    var path = item.path
    if let top { path.removeFirst(top.path == "/" ? 1 : top.path.count + 1) }
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    let date = DateFormatter()
    date.locale = Locale(identifier: "en_US_POSIX")
    date.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    return "[Trash Info]\nPath=\(escaped)\nDeletionDate=\(date.string(from: Date()))\n"
  }

  /// What a call of C failed with.
  static func failure(_ item: URL, _ error: Int32 = errno) -> any Error {
    let cause = POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO)
    let code: CocoaError.Code =
      switch error {
      case ENOENT, ENOTDIR: .fileNoSuchFile
      case EACCES, EPERM: .fileWriteNoPermission
      case EROFS: .fileWriteVolumeReadOnly
      default: .fileWriteUnknown
      }
    return CocoaError(code, userInfo: [NSFilePathErrorKey: item.path, NSUnderlyingErrorKey: cause])
  }
}
