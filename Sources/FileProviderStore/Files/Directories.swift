import Glibc
import LinuxSystem

/// Makes a directory that only its owner may enter, and those above it that are missing.
func makeDirectories(_ path: String) throws(StoreError) {
  if mkdir(path, 0o700) == 0 { return }
  var number = errno
  let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
  if number == ENOENT, !parent.isEmpty {
    try makeDirectories(String(parent))
    if mkdir(path, 0o700) == 0 { return }
    number = errno
  }
  var status = stat()
  if number == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
  throw StoreError(errno: number == EEXIST ? ENOTDIR : number, "cannot create \(path)")
}

/// Returns when the names in a directory are on the disk.
func synchronizeDirectory(_ path: String) throws(StoreError) {
  guard let opened = Descriptor(opening: path, O_RDONLY | O_DIRECTORY) else {
    throw StoreError(errno: errno, "cannot open \(path)")
  }
  guard fsync(opened.number) == 0 else { throw StoreError(errno: errno, "cannot synchronize \(path)") }
}
