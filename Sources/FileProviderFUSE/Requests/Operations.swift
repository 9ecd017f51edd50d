import CFuse3
import FileProviderFileSystem
import Glibc

/// What libfuse calls for each kind of request. Every entry decodes, calls the file system and replies; none decides.
///
/// These are missing, so that the kernel does them alone or refuses them: locks (`flock`, `fcntl`), `ioctl`, `poll`,
/// `bmap`.
func makeOperations() -> fuse_lowlevel_ops {
  var operations = fuse_lowlevel_ops()
  addSession(&operations)
  addNodes(&operations)
  addDirectories(&operations)
  addFiles(&operations)
  addContents(&operations)
  addNames(&operations)
  addExtendedAttributes(&operations)
  return operations
}

extension InodeNumber {
  @inline(__always) init(_ number: fuse_ino_t) { self.init(rawValue: number) }
}

/// A name as the kernel sent it, without the zero byte at its end.
@inline(__always) func bytes(_ name: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
  UnsafeRawBufferPointer(start: name, count: name.map { strlen($0) } ?? 0)
}
