import FileProviderStore

/// What an open directory lists after `.` and `..`: first entries that were made when it was opened, then items, which are
/// read from the store as the kernel asks for them.
enum DirectoryRows: Sendable {
  /// The root: the control folder and the trashes, then its items.
  case root(FolderEnumerator, extras: [VirtualEntry])
  /// Every other folder: its items.
  case folder(FolderEnumerator)
  /// A view of the working set or a folder of the trash, and the enumerator that it was made with, if any.
  case made([VirtualEntry], StoreEnumerator?)
  /// A folder that was removed while it was in use: nothing.
  case removed

  /// The first row.
  var entries: [VirtualEntry] {
    switch self {
    case .root(_, let extras): extras
    case .made(let entries, _): entries
    case .folder, .removed: []
    }
  }

  /// The folder whose items come after that.
  var folder: FolderEnumerator? {
    switch self {
    case .root(let folder, _), .folder(let folder): folder
    case .made, .removed: nil
    }
  }

  /// The enumerator that lives as long as the directory is open.
  var enumerator: StoreEnumerator? {
    if case .made(_, let enumerator) = self { return enumerator }
    return folder
  }
}

/// An entry that is made when its directory is opened.
struct VirtualEntry: Sendable {
  var name: [UInt8]
  var inode: InodeNumber
  var attributes: NodeAttributes
}
