import FileProviderFileSystem
import FileProviderStore
import LinuxSystem

/// A queue of notices and the thread that sends them.
///
/// A notice about a folder waits in the kernel for a listing that is under way there. So each folder's notices go
/// through one lane, which keeps their order, and a folder that is stuck delays only its lane.
final class NoticeLane: @unchecked Sendable {
  // Sendable: `condition` protects the rest.
  private let condition = Condition()
  private var waiting: [KernelNotice] = []
  private var isSending = false
  private var isOver = false

  /// A bulk import would otherwise fill the memory with what the kernel has not taken yet.
  private static let limit = 65_536

  func start(_ cache: KernelCache) -> Bool {
    NativeThread.start(name: "fuse-notices", stackSize: 256 << 10) { [self] in run(cache) }
  }

  func add(_ notices: [KernelNotice]) {
    guard !notices.isEmpty else { return }
    condition.withLock {
      while waiting.count > Self.limit && !isOver { condition.wait() }
      waiting += notices
      condition.broadcast()
    }
  }

  /// Sends what is waiting, and ends, within the given time.
  ///
  /// - Returns: Whether it has ended.
  func finish(milliseconds: Int) -> Bool {
    condition.withLock {
      isOver = true
      condition.broadcast()
      return condition.wait(until: .after(.milliseconds(milliseconds))) { !isSending && waiting.isEmpty }
    }
  }

  private func run(_ cache: KernelCache) {
    ThreadDescriptors.keepOnly(cache.device)
    while true {
      let batch = condition.withLock { () -> [KernelNotice] in
        isSending = false
        condition.broadcast()
        while waiting.isEmpty && !isOver { condition.wait() }
        isSending = !waiting.isEmpty
        defer { waiting.removeAll(keepingCapacity: waiting.capacity < 4096) }
        return waiting
      }
      if batch.isEmpty { return }
      for notice in batch { cache.drop(notice) }
    }
  }
}
