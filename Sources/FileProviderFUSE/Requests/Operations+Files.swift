import CFuse3
import FileProviderFileSystem
import Glibc

func addFiles(_ operations: inout fuse_lowlevel_ops) {
  operations.open = { request, inode, info in
    let worker = Worker.current
    worker.noteCaller(request)
    let reply = Reply(request)
    guard let info else { return reply.error(.invalid) }
    do throws(ErrorNumber) {
      let opened = try worker.fileSystem.open(InodeNumber(inode), OpenMode(flags: info.pointee.flags), worker.context)
      info.pointee.take(opened)
      if !reply.opened(info, opened.backing) { try? worker.fileSystem.release(opened.handle, worker.context) }
    } catch { reply.error(error) }
  }
  operations.create = { request, parent, name, mode, info in
    let worker = Worker.current
    worker.noteCaller(request)
    let reply = Reply(request)
    guard let info else { return reply.error(.invalid) }
    do throws(ErrorNumber) {
      let (node, opened) = try worker.fileSystem.create(
        bytes(name), in: InodeNumber(parent), mode: mode, OpenMode(flags: info.pointee.flags), worker.context)
      info.pointee.take(opened)
      if !reply.created(node, generation: worker.generation, info) {
        try? worker.fileSystem.release(opened.handle, worker.context)
      }
    } catch {
      // Another process has just made it. The kernel looks it up again, and opens it.
      let isOpened = error == .alreadyExists && info.pointee.flags & O_EXCL == 0
      reply.error(isOpened ? .stale : error)
    }
  }
  operations.flush = { request, _, info in
    Worker.current.noteCaller(request)
    answer(request, info) { (handle, worker) throws(ErrorNumber) in
      try worker.fileSystem.flush(handle, worker.context)
    }
  }
  operations.release = { request, _, info in
    answer(request, info) { (handle, worker) throws(ErrorNumber) in
      try worker.fileSystem.release(handle, worker.context)
    }
  }
  operations.fsync = { request, _, _, info in
    answer(request, info) { (handle, worker) throws(ErrorNumber) in
      try worker.fileSystem.synchronize(handle, worker.context)
    }
  }
}

extension fuse_file_info {
  fileprivate mutating func take(_ opened: OpenedFile) {
    fh = opened.handle.rawValue
    keep_cache = opened.mayBeKept && !opened.beginsAnew ? 1 : 0
    // The size of a generated file is known only when it is opened.
    direct_io = opened.mayBeKept ? 0 : 1
    // A descriptor for reading has nothing to commit when it is closed: one request fewer (`FOPEN_NOFLUSH`, Linux
    // 5.16).
    noflush = flags & O_ACCMODE == O_RDONLY ? 1 : 0
  }
}

/// Runs a call on an open file that returns nothing.
func answer(
  _ request: fuse_req_t?, _ info: UnsafeMutablePointer<fuse_file_info>?,
  _ body: (HandleNumber, Worker) throws(ErrorNumber) -> Void
) {
  let worker = Worker.current
  let reply = Reply(request)
  guard let info else { return reply.error(.badHandle) }
  do throws(ErrorNumber) {
    try body(HandleNumber(rawValue: info.pointee.fh), worker)
    reply.done()
  } catch { reply.error(error) }
}
