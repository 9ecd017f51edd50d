import Foundation

/// One call of the system: whether it is still wanted, and how far it has come.
struct Call: @unchecked Sendable {
  // Sendable: Foundation guards the state of `Progress` with a lock of its own.
  let progress: Progress
  let cancellation: Cancellation

  init() {
    let cancellation = Cancellation()
    progress = Progress(totalUnitCount: 1)
    progress.cancellationHandler = { cancellation.cancel() }
    self.cancellation = cancellation
  }

  func note(_ done: Int64, of total: Int64) {
    progress.totalUnitCount = max(total, done, 1)
    progress.completedUnitCount = done
  }
}
