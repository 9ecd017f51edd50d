import CFuse3
import FileProviderFileSystem
import Glibc

/// The largest request: 1 MiB of contents, the kernel's own limit.
///
/// Half of that where no pipe holds more, as for an ordinary user: writing 1 MiB in two halves through a pipe is 1.4
/// times as fast as in one write without a pipe.
let largestRequest: UInt32 = {
  let limit: UInt32 = 1 << 20
  return RequestPipe(holding: Int(limit)) == nil && RequestPipe(holding: Int(limit / 2)) != nil ? limit / 2 : limit
}()

func addSession(_ operations: inout fuse_lowlevel_ops) {
  operations.`init` = { data, connection in
    guard let data, let connection else { return }
    var wanted = connection.pointee.want
    func want(_ capability: Int32, _ isWanted: Bool = true) {
      let bit = UInt32(bitPattern: capability)
      wanted = isWanted ? wanted | (connection.pointee.capable & bit) : wanted & ~bit
    }
    // Adaptive readdirplus beside a cached directory makes `ls` and then `ls -l` ten times slower: one request an
    // entry.
    want(FUSE_CAP_READDIRPLUS)
    want(FUSE_CAP_READDIRPLUS_AUTO, false)
    want(FUSE_CAP_PARALLEL_DIROPS)
    want(FUSE_CAP_EXPORT_SUPPORT)
    want(FUSE_CAP_CACHE_SYMLINKS)
    want(FUSE_CAP_ATOMIC_O_TRUNC)
    want(FUSE_CAP_AUTO_INVAL_DATA)
    want(FUSE_CAP_ASYNC_READ)
    want(FUSE_CAP_ASYNC_DIO)
    want(FUSE_CAP_WRITEBACK_CACHE, false)
    // `Initialization` asks for the newer form of this; with the older one the kernel would ask before every write.
    want(FUSE_CAP_HANDLE_KILLPRIV, false)
    // Contents go out through libfuse's pipe. If it read requests through a pipe, too, each would cost a second system
    // call; see `LargeWrites`.
    want(FUSE_CAP_SPLICE_WRITE)
    want(FUSE_CAP_SPLICE_MOVE)
    want(FUSE_CAP_SPLICE_READ, false)
    want(FUSE_CAP_IOCTL_DIR, false)
    connection.pointee.want = wanted
    // libfuse has set this to what its buffers hold.
    let largest = min(connection.pointee.max_write, largestRequest)
    Unmanaged<SessionCore>.fromOpaque(data).takeUnretainedValue().largeWrites.largest = Int(largest)
    connection.pointee.max_write = largest
    connection.pointee.max_readahead = largest
    connection.pointee.max_background = 64
    connection.pointee.congestion_threshold = 48
  }
}
