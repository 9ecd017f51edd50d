import CDarwin
import Glibc

/// A trash of a person's: a folder `files` of what was thrown away, and a folder `info` that knows where each of it was.
struct TrashFolder {
  let path: String
  /// What the paths in `info` are below of. Those of the home's trash are absolute.
  let top: String?
  /// Moves from a path to a name in a folder where nothing has the name.
  var moveExclusively: (_ item: String, _ folder: Int32, _ name: String) -> Int32 = {
    renameatx_np(AT_FDCWD, $0, $1, $2, UInt32(RENAME_EXCL))
  }

  /// Takes an item.
  ///
  /// - Returns: Where it is now; `nil` if this trash cannot be made, is not the person's alone, or is on another file system.
  /// - Throws: What keeps the item where it is.
  func take(_ item: ItemPath) throws -> URL? {
    guard let path = made(), let trash = PrivateFolder(path),
      let files = PrivateFolder("files", in: trash.descriptor), let info = PrivateFolder("info", in: trash.descriptor)
    else { return nil }
    let longest = fpathconf(info.descriptor, Int32(_PC_NAME_MAX))
    for name in TrashName(like: item.name, longest: longest > 0 ? longest : 255).all {
      let note = name + TrashName.noteSuffix
      // Whoever makes the note has the name.
      do { try info.write(text(of: item), to: note) } catch POSIXError.EEXIST { continue } catch {
        throw Self.failure(item.path, (error as? POSIXError)?.code.rawValue ?? EIO)
      }
      guard let error = move(item, to: name, in: files) else { return URL(fileURLWithPath: "\(path)/files/\(name)") }
      info.remove(note)
      switch error {
      case EEXIST: continue
      case EXDEV: return nil
      default: throw Self.failure(item.path, error)
      }
    }
    return nil
  }

  /// Where it is, without links. The person may have put the home's trash anywhere; no other one is followed to where a link leads.
  private func made() -> String? {
    guard top == nil else { return path }
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return ItemPath.real(path)
  }

  /// - Returns: What kept it from being moved.
  private func move(_ item: ItemPath, to name: String, in files: borrowing PrivateFolder) -> Int32? {
    if moveExclusively(item.path, files.descriptor, name) == 0 { return nil }
    let error = errno
    // Of some file systems, such as NFS, it cannot be asked to replace nothing. Who goes by the notes leaves the name alone now.
    guard error == EINVAL || error == ENOSYS else { return error }
    var status = Glibc.stat()
    guard fstatat(files.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return EEXIST }
    guard errno == ENOENT else { return errno }
    return renameat(AT_FDCWD, item.path, files.descriptor, name) == 0 ? nil : errno
  }

  /// What is noted of an item.
  private func text(of item: ItemPath) -> String {
    let below = top.map { $0 == "/" ? 1 : $0.utf8.count + 1 } ?? 0
    let path = String(decoding: item.path.utf8.dropFirst(below), as: UTF8.self)
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    let date = DateFormatter()
    date.locale = Locale(identifier: "en_US_POSIX")
    date.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
    return "[Trash Info]\nPath=\(escaped)\nDeletionDate=\(date.string(from: Date()))\n"
  }

  /// What a call of C failed with.
  static func failure(_ path: String, _ error: Int32 = errno) -> any Error {
    let cause = POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO)
    let code: CocoaError.Code =
      switch error {
      case ENOENT, ENOTDIR: .fileNoSuchFile
      case EACCES, EPERM: .fileWriteNoPermission
      case ENOSPC, EDQUOT: .fileWriteOutOfSpace
      case EROFS: .fileWriteVolumeReadOnly
      default: .fileWriteUnknown
      }
    return CocoaError(code, userInfo: [NSFilePathErrorKey: path, NSUnderlyingErrorKey: cause])
  }
}
