import CFuse3
import FileProviderFileSystem

func addDirectories(_ operations: inout fuse_lowlevel_ops) {
  operations.opendir = { request, inode, info in
    let worker = Worker.current
    worker.noteCaller(request)
    let reply = Reply(request)
    guard let info else { return reply.error(.invalid) }
    do throws(ErrorNumber) {
      let opened = try worker.fileSystem.openDirectory(InodeNumber(inode), worker.context)
      info.pointee.fh = opened.handle.rawValue
      info.pointee.cache_readdir = opened.mayBeKept ? 1 : 0
      info.pointee.keep_cache = opened.mayBeKept ? 1 : 0
      if !reply.opened(info) { worker.fileSystem.releaseDirectory(opened.handle) }
    } catch { reply.error(error) }
  }
  operations.readdir = { request, _, size, offset, info in
    readDirectory(request, size, offset, info, withAttributes: false)
  }
  operations.readdirplus = { request, _, size, offset, info in
    readDirectory(request, size, offset, info, withAttributes: true)
  }
  operations.releasedir = { request, _, info in
    if let info { Worker.current.fileSystem.releaseDirectory(HandleNumber(rawValue: info.pointee.fh)) }
    Reply(request).done()
  }
  operations.fsyncdir = { request, _, _, _ in
    let worker = Worker.current
    let reply = Reply(request)
    do throws(ErrorNumber) {
      try worker.fileSystem.synchronizeStore(worker.context)
      reply.done()
    } catch { reply.error(error) }
  }
}

/// Fills the kernel's buffer, straight from the store's rows.
private func readDirectory(
  _ request: fuse_req_t?, _ size: Int, _ offset: off_t, _ info: UnsafeMutablePointer<fuse_file_info>?,
  withAttributes: Bool
) {
  let worker = Worker.current
  let reply = Reply(request)
  guard let info else { return reply.error(.badHandle) }
  var buffer = DirectoryBuffer(worker.scratch, capacity: size, generation: worker.generation)
  do throws(ErrorNumber) {
    try worker.fileSystem.readDirectory(
      HandleNumber(rawValue: info.pointee.fh), from: ListingOffset(rawValue: Int64(offset)),
      withAttributes: withAttributes, worker.context
    ) { node, name, next in
      withAttributes
        ? buffer.appendWithAttributes(node, name, next: next) : buffer.append(node, name, next: next)
    }
    reply.bytes(buffer.bytes)
  } catch { reply.error(error) }
}
