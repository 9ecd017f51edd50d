import CFuse3
import Glibc
import Synchronization

/// Kernel features that are negotiated beyond those that this libfuse supports.
///
/// libfuse 3.14 cannot ask for `FUSE_HANDLE_KILLPRIV_V2`, with which we take set-user-ID off a file that is written.
/// Without it the kernel asks for `security.capability` before every single write. So the answer to the kernel's first
/// request is amended on its way out.
final class Initialization: Sendable {
  static let operation = FUSE_INIT.rawValue

  /// Flags that we ask for when the kernel has them.
  private static let wanted: UInt32 = 1 << 28
  private static let headerSize = MemoryLayout<fuse_in_header>.size

  private let offered = Atomic<UInt32>(0)
  private let isPending = Atomic<Bool>(false)

  /// Reads what the kernel offers.
  func note(_ request: UnsafeRawBufferPointer) {
    guard request.count >= Self.headerSize + 16 else { return }
    offered.store(request.loadUnaligned(fromByteOffset: Self.headerSize + 12, as: UInt32.self), ordering: .relaxed)
    isPending.store(true, ordering: .releasing)
  }

  /// Amends the answer, if this is it.
  private func amend(_ vector: UnsafeMutablePointer<iovec>, _ count: Int32) {
    guard isPending.exchange(false, ordering: .acquiring), count == 2, vector[1].iov_len >= 24 else { return }
    guard let answer = vector[1].iov_base?.assumingMemoryBound(to: fuse_init_out.self) else { return }
    answer.pointee.flags |= Self.wanted & offered.load(ordering: .relaxed)
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
