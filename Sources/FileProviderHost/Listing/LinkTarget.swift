import FileProviderStore
import Glibc

/// What a symbolic link leads to, as far as that is known here.
enum LinkTarget: Hashable, Sendable {
  /// An item, or a file outside the domain; not a link.
  case item(ItemKind, mode: UInt16)
  case missing
  /// Behind a folder that was not listed yet, or outside a domain that is not mounted.
  case unknown

  /// What the system finds at a path.
  init(at path: [UInt8]) {
    var status = stat()
    let result = (path + [0]).withUnsafeBytes { bytes in
      // A NUL byte is at the end.
      stat(bytes.bindMemory(to: CChar.self).baseAddress.unsafelyUnwrapped, &status)
    }
    guard result == 0 else {
      self = .missing
      return
    }
    let kind: ItemKind =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFIFO: .fifo
      case S_IFSOCK: .socket
      case S_IFBLK: .blockDevice
      case S_IFCHR: .characterDevice
      default: .file
      }
    self = .item(kind, mode: UInt16(status.st_mode & 0o7777))
  }
}
