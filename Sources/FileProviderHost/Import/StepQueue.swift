import Glibc
import Synchronization

/// Hands steps from the walker to the writer in chunks, a few at a time: the walker is never far ahead, so memory stays bounded.
final class StepQueue: @unchecked Sendable {
  // Sendable: everything is used with `mutex` held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var chunks: [[ImportStep]] = []
  private var isClosed = false
  private var isAbandoned = false

  /// The most chunks that wait.
  private static let capacity = 8
  static let chunkSize = 256

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    pthread_cond_destroy(change)
    mutex.deallocate()
    change.deallocate()
  }

  /// Appends a chunk; waits while there are too many.
  ///
  /// - Returns: Whether the writer is still there.
  func push(_ chunk: [ImportStep]) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while chunks.count >= Self.capacity && !isAbandoned { pthread_cond_wait(change, mutex) }
    if isAbandoned { return false }
    chunks.append(chunk)
    pthread_cond_broadcast(change)
    return true
  }

  /// Takes the next chunk; waits for one.
  ///
  /// - Returns: `nil` at the end.
  func pop() -> [ImportStep]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while chunks.isEmpty && !isClosed { pthread_cond_wait(change, mutex) }
    guard !chunks.isEmpty else { return nil }
    let chunk = chunks.removeFirst()
    pthread_cond_broadcast(change)
    return chunk
  }

  /// Notes that the walker has no more.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(change)
    pthread_mutex_unlock(mutex)
  }

  /// Notes that the writer takes no more.
  ///
  /// - Returns: The steps that are left.
  func abandon() -> [ImportStep] {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isAbandoned = true
    pthread_cond_broadcast(change)
    defer { chunks = [] }
    return chunks.flatMap { $0 }
  }
}
