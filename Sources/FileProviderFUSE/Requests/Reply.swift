import CFuse3
import FileProviderFileSystem
import Glibc

/// The answer to a request: given exactly once. If it is dropped, the program gets `EIO`.
struct Reply: ~Copyable {
  private let request: fuse_req_t

  /// Seconds for which the kernel may keep an answer: for ever, since it is notified of every change from elsewhere.
  static let forEver = 1e9

  /// Seconds for which the kernel may keep the attributes of a node.
  @inline(__always) static func seconds(_ node: borrowing NodeAttributes) -> UInt64 {
    node.isVolatile ? node.cachedSeconds : UInt64(forEver)
  }

  init(_ request: fuse_req_t?) {
    guard let request else { preconditionFailure("libfuse makes no call without a request") }
    self.request = request
  }

  deinit { fuse_reply_err(request, EIO) }

  consuming func error(_ error: ErrorNumber) {
    if error == .waiting { Worker.current.park(request) } else { fuse_reply_err(request, error.rawValue) }
    discard self
  }

  /// Success, without a result.
  consuming func done() {
    fuse_reply_err(request, 0)
    discard self
  }

  /// The kernel expects no answer.
  consuming func none() {
    fuse_reply_none(request)
    discard self
  }

  consuming func attributes(_ node: NodeAttributes) {
    var status = stat(node)
    fuse_reply_attr(request, &status, Double(Self.seconds(node)))
    discard self
  }

  consuming func entry(_ node: NodeAttributes, generation: UInt64) {
    var entry = fuse_entry_param(node, generation: generation)
    fuse_reply_entry(request, &entry)
    discard self
  }

  /// There is no such name.
  ///
  /// - Parameter isLasting: Whether the kernel may keep that.
  consuming func absence(isLasting: Bool) {
    if isLasting {
      var entry = fuse_entry_param()
      entry.entry_timeout = Self.forEver
      fuse_reply_entry(request, &entry)
    } else {
      fuse_reply_err(request, ENOENT)
    }
    discard self
  }

  /// - Returns: Whether the kernel took it; if not, the program has given up and will never close what was opened.
  consuming func opened(_ info: UnsafeMutablePointer<fuse_file_info>, _ backing: OpenedBacking? = nil) -> Bool {
    let taken =
      if let backing {
        Self.send(info.pointee, backing, to: request) == 0
      } else {
        fuse_reply_open(request, info) == 0
      }
    discard self
    return taken
  }

  /// Names the file that the kernel reads and writes itself: libfuse 3.14 has no field for it.
  private static func send(_ info: fuse_file_info, _ backing: OpenedBacking, to request: fuse_req_t) -> Int32 {
    var answer = fuse_open_out()
    answer.fh = info.fh
    answer.open_flags = passthrough
    if backing.isServed { answer.open_flags |= directIO }
    if info.noflush != 0 { answer.open_flags |= noFlush }
    // `backing_id`
    answer.padding = UInt32(bitPattern: backing.number)
    return withUnsafeBytes(of: &answer) { bytes in
      fuse_reply_buf(request, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
  }

  /// `FOPEN_DIRECT_IO`, `FOPEN_NOFLUSH`, `FOPEN_PASSTHROUGH`
  private static let (directIO, noFlush, passthrough): (UInt32, UInt32, UInt32) = (1 << 0, 1 << 5, 1 << 7)

  consuming func created(_ node: NodeAttributes, generation: UInt64, _ info: UnsafeMutablePointer<fuse_file_info>)
    -> Bool
  {
    var entry = fuse_entry_param(node, generation: generation)
    let taken = fuse_reply_create(request, &entry, info) == 0
    discard self
    return taken
  }

  consuming func bytes(_ bytes: UnsafeRawBufferPointer) {
    Self.send(bytes, to: request)
    discard self
  }

  consuming func bytes(_ bytes: ArraySlice<UInt8>) {
    let request = request
    bytes.withUnsafeBytes { Self.send($0, to: request) }
    discard self
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to request: fuse_req_t) {
    fuse_reply_buf(request, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
  }

  /// A part of a file, moved through a pipe where that pays.
  consuming func contents(of descriptor: Int32, at offset: Int64, count: Int) {
    var vector = fuse_bufvec()
    vector.count = 1
    vector.buf.size = count
    vector.buf.flags = fuse_buf_flags(FUSE_BUF_IS_FD.rawValue | FUSE_BUF_FD_SEEK.rawValue)
    vector.buf.fd = descriptor
    vector.buf.pos = off_t(offset)
    fuse_reply_data(request, &vector, FUSE_BUF_SPLICE_MOVE)
    discard self
  }

  /// Where a symbolic link points.
  consuming func link(_ target: [UInt8]) { bytes(target[...]) }

  consuming func written(_ count: Int) {
    fuse_reply_write(request, count)
    discard self
  }

  consuming func statistics(_ statistics: statvfs) {
    var statistics = statistics
    fuse_reply_statfs(request, &statistics)
    discard self
  }

  consuming func offset(_ offset: Int64) {
    fuse_reply_lseek(request, off_t(offset))
    discard self
  }

  /// The value of an attribute, or its size when the program asks for that.
  consuming func attribute(_ value: [UInt8], room: Int) {
    if room > 0 && value.count <= room { return bytes(value[...]) }
    if room == 0 { fuse_reply_xattr(request, value.count) } else { fuse_reply_err(request, ERANGE) }
    discard self
  }
}
