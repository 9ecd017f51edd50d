import CFuse3
import FileProviderFileSystem
import Glibc

func addContents(_ operations: inout fuse_lowlevel_ops) {
  operations.read = { request, _, size, offset, info in
    let worker = Worker.current
    // A provider learns which program has a range downloaded.
    if worker.fileSystem.parked != nil { worker.noteCaller(request) }
    let reply = Reply(request)
    guard let info else { return reply.error(.badHandle) }
    do throws(ErrorNumber) {
      let handle = HandleNumber(rawValue: info.pointee.fh)
      switch try worker.fileSystem.contents(of: handle, at: Int64(offset), count: size, worker.context) {
      case .file(let file):
        let descriptor = file.descriptor
        if descriptor < 0 {
          reply.bytes(UnsafeRawBufferPointer(start: nil, count: 0))
        } else {
          reply.contents(of: descriptor, at: Int64(offset), count: size)
        }
        withExtendedLifetime(file) {}
      case .generated(let contents):
        let start = min(max(Int(offset), 0), contents.count)
        reply.bytes(contents[start..<min(start + size, contents.count)])
      }
    } catch { reply.error(error) }
  }
  operations.write = { request, _, start, size, offset, info in
    let worker = Worker.current
    worker.noteCaller(request)
    let reply = Reply(request)
    guard let info else { return reply.error(.badHandle) }
    do throws(ErrorNumber) {
      let written = try worker.fileSystem.write(
        worker.source(start, size), to: HandleNumber(rawValue: info.pointee.fh), at: Int64(offset),
        isCached: info.pointee.writepage != 0, worker.context)
      worker.noteWritten(written)
      reply.written(written)
    } catch { reply.error(error) }
  }
  operations.fallocate = { request, _, mode, offset, length, info in
    Worker.current.noteCaller(request)
    answer(request, info) { (handle, worker) throws(ErrorNumber) in
      worker.willBlock()
      try worker.fileSystem.allocate(handle, mode: mode, offset: Int64(offset), length: Int64(length), worker.context)
    }
  }
  operations.copy_file_range = { request, _, sourceOffset, source, _, targetOffset, target, length, _ in
    let worker = Worker.current
    worker.noteCaller(request)
    worker.willBlock()
    let reply = Reply(request)
    guard let source, let target else { return reply.error(.badHandle) }
    do throws(ErrorNumber) {
      let copied = try worker.fileSystem.copy(
        from: HandleNumber(rawValue: source.pointee.fh), at: Int64(sourceOffset),
        to: HandleNumber(rawValue: target.pointee.fh), at: Int64(targetOffset), length: length, worker.context)
      reply.written(copied)
    } catch { reply.error(error) }
  }
  operations.lseek = { request, _, offset, whence, info in
    let worker = Worker.current
    let reply = Reply(request)
    guard let info else { return reply.error(.badHandle) }
    do throws(ErrorNumber) {
      let found = try worker.fileSystem.seek(
        HandleNumber(rawValue: info.pointee.fh), from: Int64(offset), whence: whence, worker.context)
      reply.offset(found)
    } catch { reply.error(error) }
  }
}
