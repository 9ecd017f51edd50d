import FileProviderDomains
import FileProviderStore
import Glibc
import LinuxSystem

/// Counts the items in the sources of an import. Its reads cache the directories before the walker reads them.
enum SourceCount {
  static func count(_ sources: [ImportSource], excluding excluded: [PathPattern], for progress: TransferProgress) {
    for source in sources {
      let inner = source.name.map { "/" + String(spelling: $0) } ?? ""
      count(source.bytes, inner, excluding: excluded, for: progress)
    }
  }

  /// Counts a folder and everything below it, with one stack of names and no recursion.
  ///
  /// - Parameter inner: The path from the imported folder.
  private static func count(
    _ path: [CChar], _ inner: String, excluding excluded: [PathPattern], for progress: TransferProgress
  ) {
    var status = stat()
    progress.found(bytes: lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : 0)
    let (dot, dots) = (".".spelledCString, "..".spelledCString)
    let slash = [CChar(bitPattern: UInt8(ascii: "/"))]
    var folders = [(path: path, inner: inner)]
    while let (folder, inner) = folders.popLast(), progress.isCounting {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) {
            Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
          }
        }
        if name == dot || name == dots { continue }
        let path = excluded.isEmpty ? "" : inner + "/" + String(spelling: name)
        if excluded.matches(path, isFolder: entry.pointee.d_type == DT_DIR) { continue }
        var status = stat()
        let isFile = entry.pointee.d_type == DT_REG
        if isFile { fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) }
        progress.found(bytes: Int64(status.st_size))
        guard entry.pointee.d_type == DT_DIR && folders.count < 100_000 else { continue }
        folders.append((folder.dropLast() + slash + name, path))
      }
    }
  }
}
