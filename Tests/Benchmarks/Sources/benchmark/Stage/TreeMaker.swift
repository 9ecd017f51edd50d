import CTreeShape
import Glibc

/// Makes a shape on disk: the same items, with the same modes and dates, as the null server shows.
struct TreeMaker {
  let shape: Shape
  /// What regular files but for `/data` hold; without it they are empty.
  var contents: ((tree_node) -> [UInt8])?

  /// - Parameter folder: exists; the root of the shape.
  func make(in folder: String) throws {
    let before = umask(0)
    defer { umask(before) }
    try fill(TREE_ROOT, try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY))
  }

  private func fill(_ node: tree_node, _ directory: Descriptor) throws {
    Cleanup.checkpoint()
    var folders: [(tree_node, String)] = []
    try shape.forEachChild(of: node) { child, name in
      let attributes = shape.attributes(of: child)
      switch tree_kind(child) {
      case S_IFDIR:
        try Failure.check(mkdirat(directory.number, name, attributes.st_mode & 0o7777), name)
        folders.append((child, name))
      case S_IFLNK:
        try Failure.check(symlinkat(shape.linkTarget(of: child), directory.number, name), name)
        try setDate(attributes, of: name, in: directory)
      default:
        try makeFile(child, name, attributes, in: directory)
        try setDate(attributes, of: name, in: directory)
      }
    }
    for (child, name) in folders {
      try fill(child, try Descriptor(opening: name, in: directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
      try setDate(shape.attributes(of: child), of: name, in: directory)
    }
  }

  private func makeFile(_ node: tree_node, _ name: String, _ attributes: stat, in directory: Descriptor) throws {
    let file = try Descriptor(
      opening: name, in: directory, O_WRONLY | O_CREAT | O_EXCL, mode: attributes.st_mode & 0o7777)
    if attributes.st_size > 0 {
      try fill(file, with: Int(attributes.st_size))
    } else if let contents {
      try file.write(contents(node))
    }
  }

  /// Writes bytes that no file system can shorten.
  private func fill(_ file: Descriptor, with size: Int) throws {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    for start in stride(from: 0, to: size, by: 1 << 20) {
      let block = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        for offset in stride(from: 0, to: buffer.count, by: 8) {
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          UnsafeMutableRawBufferPointer(buffer).storeBytes(of: state, toByteOffset: offset, as: UInt64.self)
        }
        count = min(buffer.count, size - start)
      }
      try file.write(block)
    }
  }

  private func setDate(_ attributes: stat, of name: String, in directory: Descriptor) throws {
    try Failure.check(
      utimensat(directory.number, name, [attributes.st_mtim, attributes.st_mtim], AT_SYMLINK_NOFOLLOW), name)
  }
}
