import CFuse3
import FileProviderFileSystem
import FileProviderStore
import Glibc

/// Answers the requests of the replaying process, before libfuse sees them.
///
/// It speaks the kernel's protocol itself: a request is recognised by the thread that makes it and not by its kind, and
/// the answers differ from those to other programs in every kind of request.
struct ReplayAnswers {
  private let request: UnsafeRawBufferPointer
  private let header: fuse_in_header
  private let device: Int32

  /// - Parameters:
  ///   - request: As it was read.
  ///   - device: Where the answer goes.
  init?(_ request: UnsafeRawBufferPointer, device: Int32) {
    guard request.count >= MemoryLayout<fuse_in_header>.size else { return nil }
    self.request = request
    self.device = device
    header = request.loadUnaligned(as: fuse_in_header.self)
  }

  /// - Returns: Whether the request is answered; otherwise the usual answer is right.
  func answer(_ desk: ReplayDesk, _ fileSystem: FileSystem, _ context: RequestContext) -> Bool {
    let process = Int32(bitPattern: header.pid)
    let answer = desk.answer(decoded, from: process, context) { try? fileSystem.attributes(of: $0, context) }
    switch answer {
    case .ordinary: return false
    case .entry(let node, let isLasting):
      fileSystem.noteReplayed(node)
      reply(entry(node, fileSystem.inodeGeneration, isLasting))
    case .absent: reply(error: ENOENT)
    case .attributes(let node):
      var answer = fuse_attr_out()
      answer.attr = fuse_attr(node)
      reply(answer)
    case .opened:
      let opened = fileSystem.openForReplay(InodeNumber(rawValue: header.nodeid))
      if !reply(open(opened)), let opened { try? fileSystem.release(opened.handle, context) }
    case .done: reply(error: 0)
    case .refused: reply(error: EPERM)
    }
    return true
  }

  /// `FOPEN_DIRECT_IO`: nothing is read, and it keeps the kernel from no passthrough (`fuse_file_io_open` in fs/fuse/iomode.c).
  private static let directIO: UInt32 = 1 << 0
  /// `FOPEN_KEEP_CACHE`, `FOPEN_NOFLUSH`, `FOPEN_PASSTHROUGH`
  private static let keepCache: UInt32 = 1 << 1
  private static let noFlush: UInt32 = 1 << 5
  private static let passthrough: UInt32 = 1 << 7

  // MARK: Requests

  private var decoded: ReplayRequest {
    let node = InodeNumber(rawValue: header.nodeid)
    switch fuse_opcode(header.opcode) {
    case FUSE_LOOKUP: return .lookup(name(after: 0), in: node)
    case FUSE_GETATTR: return .attributes(node)
    case FUSE_SETATTR: return .changeAttributes(node)
    case FUSE_OPEN: return .open(node)
    case FUSE_MKNOD: return .make(name(after: MemoryLayout<fuse_mknod_in>.size), in: node)
    case FUSE_MKDIR: return .make(name(after: MemoryLayout<fuse_mkdir_in>.size), in: node)
    case FUSE_SYMLINK: return .make(name(after: 0), in: node)
    case FUSE_UNLINK, FUSE_RMDIR: return .remove(name(after: 0), in: node)
    case FUSE_RENAME: return rename(node, MemoryLayout<fuse_rename_in>.size)
    case FUSE_RENAME2: return rename(node, MemoryLayout<fuse_rename2_in>.size)
    case FUSE_FORGET, FUSE_BATCH_FORGET, FUSE_READLINK, FUSE_STATFS, FUSE_RELEASE, FUSE_FLUSH, FUSE_INTERRUPT,
      FUSE_ACCESS, FUSE_GETXATTR:
      return .harmless
    default: return .other
    }
  }

  private func rename(_ node: InodeNumber, _ size: Int) -> ReplayRequest {
    let start = MemoryLayout<fuse_in_header>.size
    guard request.count >= start + size else { return .other }
    let newNode = InodeNumber(rawValue: request.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    let old = name(after: size)
    return .rename(old, in: node, to: name(after: size + old.count + 1), newFolder: newNode)
  }

  /// The name that begins at an offset after the header.
  private func name(after offset: Int) -> UnsafeRawBufferPointer {
    let rest = request.dropFirst(MemoryLayout<fuse_in_header>.size + offset)
    return UnsafeRawBufferPointer(rebasing: rest.prefix { $0 != 0 })
  }

  // MARK: Answers

  /// - Parameter opened: `nil` where the kernel does not have the document's file.
  private func open(_ opened: OpenedFile?) -> fuse_open_out {
    var answer = fuse_open_out()
    answer.fh = opened?.handle.rawValue ?? .max
    answer.open_flags = Self.directIO | Self.noFlush | (opened == nil ? Self.keepCache : Self.passthrough)
    // `backing_id`
    if let backing = opened?.backing { answer.padding = UInt32(bitPattern: backing.number) }
    return answer
  }

  private func entry(_ node: NodeAttributes, _ generation: UInt64, _ isLasting: Bool) -> fuse_entry_out {
    var entry = fuse_entry_out()
    entry.nodeid = node.inode.rawValue
    entry.generation = generation
    entry.entry_valid = isLasting ? UInt64(Reply.forEver) : 0
    entry.attr = fuse_attr(node)
    return entry
  }

  private func reply(error: Int32) {
    var header = fuse_out_header(
      len: UInt32(MemoryLayout<fuse_out_header>.size), error: -error, unique: header.unique)
    _ = write(device, &header, MemoryLayout<fuse_out_header>.size)
  }

  /// - Returns: Whether the kernel took it.
  @discardableResult
  private func reply<Answer: BitwiseCopyable>(_ answer: Answer) -> Bool {
    let size = MemoryLayout<fuse_out_header>.size + MemoryLayout<Answer>.size
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
      let answerHeader = fuse_out_header(len: UInt32(size), error: 0, unique: header.unique)
      buffer.storeBytes(of: answerHeader, as: fuse_out_header.self)
      buffer.storeBytes(of: answer, toByteOffset: MemoryLayout<fuse_out_header>.size, as: Answer.self)
      return write(device, buffer.baseAddress, size) == size
    }
  }
}
