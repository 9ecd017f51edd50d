import CFuse3
import Glibc
import Synchronization

/// Kernel features that are negotiated beyond those that this libfuse supports.
///
/// libfuse 3.14 cannot ask for `FUSE_HANDLE_KILLPRIV_V2`, with which we take set-user-ID off a file that is written.
/// Without it the kernel asks for `security.capability` before every single write. It does not know `FUSE_PASSTHROUGH` either. So the answer to the
/// kernel's first request is amended on its way out.
final class Initialization: Sendable {
  static let operation = FUSE_INIT.rawValue

  /// Flags that we ask for when the kernel has them.
  private static let wanted: UInt32 = 1 << 28
  /// `FUSE_INIT_EXT`: there is a second word of flags.
  private static let extended: UInt32 = 1 << 30
  /// `FUSE_PASSTHROUGH`, in that word (Linux 6.9).
  private static let passthrough: UInt32 = 1 << 5
  private static let headerSize = MemoryLayout<fuse_in_header>.size

  private let offered = Atomic<UInt32>(0)
  private let offersPassthrough = Atomic<Bool>(false)
  /// Whether passthrough is asked for where the kernel has it.
  let wantsPassthrough = Atomic<Bool>(false)
  private let isPending = Atomic<Bool>(false)

  /// Reads what the kernel offers.
  func note(_ request: UnsafeRawBufferPointer) {
    guard request.count >= Self.headerSize + 16 else { return }
    offered.store(request.loadUnaligned(fromByteOffset: Self.headerSize + 12, as: UInt32.self), ordering: .relaxed)
    if offered.load(ordering: .relaxed) & Self.extended != 0, request.count >= Self.headerSize + 20 {
      let more = request.loadUnaligned(fromByteOffset: Self.headerSize + 16, as: UInt32.self)
      offersPassthrough.store(more & Self.passthrough != 0, ordering: .relaxed)
    }
    isPending.store(true, ordering: .releasing)
  }

  /// Whether passthrough was agreed upon.
  var hasPassthrough: Bool {
    wantsPassthrough.load(ordering: .relaxed) && offersPassthrough.load(ordering: .relaxed)
  }

  /// Amends the answer, if this is it.
  private func amend(_ vector: UnsafeMutablePointer<iovec>, _ count: Int32) {
    guard isPending.exchange(false, ordering: .acquiring), count == 2, vector[1].iov_len >= 24 else { return }
    guard let answer = vector[1].iov_base?.assumingMemoryBound(to: fuse_init_out.self) else { return }
    answer.pointee.flags |= Self.wanted & offered.load(ordering: .relaxed)
    guard hasPassthrough, vector[1].iov_len >= MemoryLayout<fuse_init_out>.size else { return }
    answer.pointee.flags |= Self.extended
    answer.pointee.flags2 |= Self.passthrough
    // `max_stack_depth`, which these headers do not have: contents are on no stacked file system, so that one may be on top of us.
    answer.pointee.unused.0 = 1
  }

  /// Puts itself between libfuse and the kernel's device.
  ///
  /// - Returns: Whether libfuse could.
  static func install(on session: OpaquePointer?) -> Bool {
    var calls = fuse_custom_io()
    calls.writev = { descriptor, vector, count, data in
      if let data, let vector {
        let core = Unmanaged<SessionCore>.fromOpaque(data).takeUnretainedValue()
        if core.initialization.isPending.load(ordering: .relaxed) { core.initialization.amend(vector, count) }
      }
      return Glibc.writev(descriptor, vector, count)
    }
    // libfuse takes no such calls without this one, but receives nothing itself; see `RequestReader`.
    calls.read = { descriptor, buffer, size, _ in Glibc.read(descriptor, buffer, size) }
    calls.splice_receive = { from, fromOffset, to, toOffset, length, flags, _ in
      splice(from, fromOffset, to, toOffset, length, flags)
    }
    calls.splice_send = { from, fromOffset, to, toOffset, length, flags, _ in
      splice(from, fromOffset, to, toOffset, length, flags)
    }
    return fuse_session_custom_io(session, &calls, fuse_session_fd(session)) == 0
  }
}
