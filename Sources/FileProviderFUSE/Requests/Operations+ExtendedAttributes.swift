import CFuse3
import FileProviderFileSystem
import Glibc

func addExtendedAttributes(_ operations: inout fuse_lowlevel_ops) {
  operations.getxattr = { request, inode, name, room in
    let worker = Worker.current
    let reply = Reply(request)
    // Asked for every entry by `ls -l` (`system.posix_acl_access`) until it is told once that there is no such thing.
    guard let name, strncmp(name, "user.", 5) == 0 else { return reply.error(.notSupported) }
    do throws(ErrorNumber) {
      let value = try worker.fileSystem.extendedAttribute(
        try attributeName(name), of: InodeNumber(inode), worker.context)
      reply.attribute(value, room: room)
    } catch { reply.error(error) }
  }
  operations.listxattr = { request, inode, room in
    let worker = Worker.current
    let reply = Reply(request)
    do throws(ErrorNumber) {
      let names = try worker.fileSystem.extendedAttributeNames(of: InodeNumber(inode), worker.context)
      reply.attribute(names.flatMap { Array($0.utf8) + [0] }, room: room)
    } catch { reply.error(error) }
  }
  operations.setxattr = { request, inode, name, value, size, flags in
    answerChange(request) { (worker) throws(ErrorNumber) in
      let name = try attributeName(name)
      let mode = FileSystem.AttributeMode(rawValue: flags)
      guard mode.subtracting([.creating, .replacing]).isEmpty else { throw .invalid }
      try worker.fileSystem.setExtendedAttribute(
        name, to: Array(UnsafeRawBufferPointer(start: value, count: size)), mode,
        of: InodeNumber(inode), worker.context)
    }
  }
  operations.removexattr = { request, inode, name in
    answerChange(request) { (worker) throws(ErrorNumber) in
      try worker.fileSystem.removeExtendedAttribute(
        try attributeName(name), of: InodeNumber(inode), worker.context)
    }
  }
}

/// A name as the kernel sent it.
///
/// - Throws: `EILSEQ` for one that is not UTF-8, as for the name of a file.
private func attributeName(_ name: UnsafePointer<CChar>?) throws(ErrorNumber) -> String {
  guard let name = String(validating: bytes(name), as: UTF8.self) else { throw ErrorNumber(rawValue: EILSEQ) }
  return name
}
