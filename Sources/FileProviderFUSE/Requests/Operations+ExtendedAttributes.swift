import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc
import LinuxSystem

func addExtendedAttributes(_ operations: inout fuse_lowlevel_ops) {
  operations.getxattr = { request, inode, name, room in
    let worker = Worker.current
    let reply = Reply(request)
    // `ls -l` asks for `system.posix_acl_access` of every entry until one answer says that it is not supported.
    guard let name, strncmp(name, "user.", 5) == 0 else { return reply.error(.notSupported) }
    do throws(ErrorNumber) {
      let value = try worker.fileSystem.extendedAttribute(
        attributeName(name), of: InodeNumber(inode), worker.context)
      reply.attribute(value, room: room)
    } catch { reply.error(error) }
  }
  operations.listxattr = { request, inode, room in
    let worker = Worker.current
    let reply = Reply(request)
    do throws(ErrorNumber) {
      let names = try worker.fileSystem.extendedAttributeNames(of: InodeNumber(inode), worker.context)
      reply.attribute(names.flatMap { $0.spelledBytes + [0] }, room: room)
    } catch { reply.error(error) }
  }
  operations.setxattr = { request, inode, name, value, size, flags in
    answerChange(request) { (worker) throws(ErrorNumber) in
      let name = attributeName(name)
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
        attributeName(name), of: InodeNumber(inode), worker.context)
    }
  }
}

/// The spelling of a name that the kernel sent.
private func attributeName(_ name: UnsafePointer<CChar>?) -> String { String(spelling: bytes(name)) }
