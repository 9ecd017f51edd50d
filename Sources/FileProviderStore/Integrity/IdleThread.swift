import CLinux
import Foundation
import Glibc

/// A thread that has what others leave of the processor and the disk, for work that nobody waits for.
///
/// What holds a lock that others need is not for it: they would wait for as long as it gets nothing. An ordinary user cannot raise a
/// thread's priority again, so the work is handed to a thread of its own.
final class IdleThread {
  /// What is handed over.
  private final class Hand: @unchecked Sendable {
    // Sendable: the semaphores say which thread has `work`.
    var work: (() -> Void)?
    let isDue = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)

    /// Does what was handed over, and keeps nothing of it.
    ///
    /// - Returns: Whether there was anything.
    func doWork() -> Bool {
      guard let work else { return false }
      self.work = nil
      work()
      return true
    }
  }

  private let hand = Hand()

  init() {
    let thread = Thread { [hand] in
      // Zero is the calling thread (setpriority(2), ioprio_set(2)).
      setpriority(Int32(PRIO_PROCESS.rawValue), 0, 19)
      _ = ioprio_set_idle()
      while true {
        hand.isDue.wait()
        guard hand.doWork() else { return }
        hand.isDone.signal()
      }
    }
    thread.name = "idle"
    thread.start()
  }

  deinit { hand.isDue.signal() }

  /// Runs `body` on the thread and waits for it. One caller at a time.
  func run<Success>(_ body: () throws(StoreError) -> Success) throws(StoreError) -> Success {
    var result: Result<Success, StoreError>?
    withoutActuallyEscaping(body) { body in
      hand.work = {
        do throws(StoreError) { result = .success(try body()) } catch { result = .failure(error) }
      }
      hand.isDue.signal()
      hand.isDone.wait()
    }
    guard let result else { preconditionFailure("the thread has done nothing") }
    return try result.get()
  }
}
