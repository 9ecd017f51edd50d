import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc

func addNodes(_ operations: inout fuse_lowlevel_ops) {
  operations.lookup = { request, parent, name in
    let worker = Worker.current
    worker.noteCaller(request)
    let reply = Reply(request)
    let name = bytes(name)
    do throws(ErrorNumber) {
      guard let node = try worker.fileSystem.lookup(name, in: InodeNumber(parent), worker.context) else {
        return reply.absence(
          isLasting: worker.fileSystem.mayRememberAbsence(of: name, in: InodeNumber(parent)))
      }
      reply.entry(node, generation: worker.generation)
    } catch { reply.error(error) }
  }
  operations.forget = { request, inode, answers in
    Worker.current.fileSystem.forget(InodeNumber(inode), answers: answers)
    Reply(request).none()
  }
  operations.forget_multi = { request, count, forgets in
    let fileSystem = Worker.current.fileSystem
    for forget in UnsafeBufferPointer(start: forgets, count: count) {
      fileSystem.forget(InodeNumber(forget.ino), answers: forget.nlookup)
    }
    Reply(request).none()
  }
  operations.getattr = { request, inode, _ in
    let worker = Worker.current
    let reply = Reply(request)
    do throws(ErrorNumber) {
      let node = try worker.fileSystem.attributes(of: InodeNumber(inode), worker.context)
      reply.attributes(node)
    } catch { reply.error(error) }
  }
  operations.setattr = { request, inode, attributes, mask, info in
    let worker = Worker.current
    worker.noteCaller(request)
    let reply = Reply(request)
    guard let attributes else { return reply.error(.invalid) }
    do throws(ErrorNumber) {
      let node = try worker.fileSystem.setAttributes(
        of: InodeNumber(inode), handle: info.map { HandleNumber(rawValue: $0.pointee.fh) },
        AttributeRequest(attributes.pointee, mask: mask), worker.context)
      reply.attributes(node)
    } catch { reply.error(error) }
  }
  operations.readlink = { request, inode in
    let worker = Worker.current
    let reply = Reply(request)
    do throws(ErrorNumber) {
      let target = try worker.fileSystem.target(of: InodeNumber(inode), worker.context)
      reply.link(target)
    } catch { reply.error(error) }
  }
  operations.statfs = { request, _ in
    let worker = Worker.current
    let reply = Reply(request)
    do throws(ErrorNumber) {
      let statistics = try worker.fileSystem.statistics(worker.context)
      reply.statistics(statistics)
    } catch { reply.error(error) }
  }
}

extension AttributeRequest {
  init(_ attributes: stat, mask: Int32) {
    self.init()
    func has(_ bit: Int32) -> Bool { mask & bit != 0 }
    if has(FUSE_SET_ATTR_MODE) { mode = attributes.st_mode }
    if has(FUSE_SET_ATTR_UID) { owner = attributes.st_uid }
    if has(FUSE_SET_ATTR_GID) { group = attributes.st_gid }
    if has(FUSE_SET_ATTR_SIZE) { size = Int64(attributes.st_size) }
    if has(FUSE_SET_ATTR_ATIME) { accessed = .at(Timestamp(attributes.st_atim)) }
    if has(FUSE_SET_ATTR_MTIME) { modified = .at(Timestamp(attributes.st_mtim)) }
    if has(FUSE_SET_ATTR_ATIME_NOW) { accessed = .now }
    if has(FUSE_SET_ATTR_MTIME_NOW) { modified = .now }
  }
}
