/// A change that a writer made or was making, as far as the tree shows it.
enum CutOperation: CustomStringConvertible {
  case create(String, CutDocument)
  /// Something about a document's contents; the tree stays as it is.
  case contents(String)
  case rename(String, String)
  case unlink(String)
  case makeDirectory(String)
  case removeDirectory(String)
  case symlink(String, target: String)
  case setMode(String, UInt32)
  case setAttribute(String, String)
  /// A command that makes several items under a folder, one after another.
  case bring(String, [(path: String, document: CutDocument?)])
  case synchronize(String)

  var description: String {
    switch self {
    case .create(let path, _): "create \(path)"
    case .contents(let what): what
    case .rename(let from, let to): "rename \(from) \(to)"
    case .unlink(let path): "unlink \(path)"
    case .makeDirectory(let path): "mkdir \(path)"
    case .removeDirectory(let path): "rmdir \(path)"
    case .symlink(let path, let target): "symlink \(target) \(path)"
    case .setMode(let path, let mode): "chmod \(String(mode, radix: 8)) \(path)"
    case .setAttribute(let path, let value): "setxattr \(path) \(value)"
    case .bring(let path, let items): "bring \(path) (\(items.count) items)"
    case .synchronize(let path): "fsync \(path)"
    }
  }
}
