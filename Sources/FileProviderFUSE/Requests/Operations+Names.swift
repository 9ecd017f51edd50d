import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc

func addNames(_ operations: inout fuse_lowlevel_ops) {
  operations.mkdir = { request, parent, name, mode in
    answerEntry(request) { (worker) throws(ErrorNumber) in
      try worker.fileSystem.make(.folder, bytes(name), in: InodeNumber(parent), mode: mode, worker.context)
    }
  }
  operations.mknod = { request, parent, name, mode, device in
    answerEntry(request) { (worker) throws(ErrorNumber) in
      let kind: ItemKind
      switch mode & Glibc.S_IFMT {
      case Glibc.S_IFREG, 0: kind = .file
      case Glibc.S_IFIFO: kind = .fifo
      case Glibc.S_IFSOCK: kind = .socket
      case Glibc.S_IFBLK: kind = .blockDevice
      case Glibc.S_IFCHR: kind = .characterDevice
      default: throw .invalid
      }
      return try worker.fileSystem.make(
        kind, bytes(name), in: InodeNumber(parent), mode: mode, device: UInt64(device), worker.context)
    }
  }
  operations.symlink = { request, target, parent, name in
    answerEntry(request) { (worker) throws(ErrorNumber) in
      try worker.fileSystem.makeLink(to: Array(bytes(target)), bytes(name), in: InodeNumber(parent), worker.context)
    }
  }
  operations.link = { request, inode, newParent, newName in
    answerEntry(request) { (worker) throws(ErrorNumber) in
      try worker.fileSystem.link(InodeNumber(inode), as: bytes(newName), in: InodeNumber(newParent), worker.context)
    }
  }
  operations.unlink = { request, parent, name in
    answerChange(request) { (worker) throws(ErrorNumber) in
      try worker.fileSystem.unlink(bytes(name), in: InodeNumber(parent), worker.context)
    }
  }
  operations.rmdir = { request, parent, name in
    answerChange(request) { (worker) throws(ErrorNumber) in
      try worker.fileSystem.removeFolder(bytes(name), in: InodeNumber(parent), worker.context)
    }
  }
  operations.rename = { request, parent, name, newParent, newName, flags in
    answerChange(request) { (worker) throws(ErrorNumber) in
      let mode: FileSystem.RenameMode
      switch flags {
      case 0: mode = .replacing
      case 1: mode = .failing
      case 2: mode = .exchanging
      default: throw .invalid
      }
      try worker.fileSystem.rename(
        bytes(name), in: InodeNumber(parent), to: bytes(newName), in: InodeNumber(newParent), mode, worker.context)
    }
  }
}

/// Runs a call that makes an item.
private func answerEntry(_ request: fuse_req_t?, _ body: (Worker) throws(ErrorNumber) -> NodeAttributes) {
  let worker = Worker.current
  worker.noteCaller(request)
  let reply = Reply(request)
  do throws(ErrorNumber) {
    let node = try body(worker)
    reply.entry(node, generation: worker.generation)
  } catch { reply.error(error) }
}

/// Runs a call that returns nothing.
func answerChange(_ request: fuse_req_t?, _ body: (Worker) throws(ErrorNumber) -> Void) {
  let worker = Worker.current
  worker.noteCaller(request)
  let reply = Reply(request)
  do throws(ErrorNumber) {
    try body(worker)
    reply.done()
  } catch { reply.error(error) }
}
