import Glibc

/// A lock with what it protects. Apple: os / `OSAllocatedUnfairLock`.
public struct OSAllocatedUnfairLock<State>: @unchecked Sendable {
  // Sendable: the state is only touched with the lock held, or is the caller's own affair (`withLockUnchecked`).
  private final class Storage {
    let mutex: UnsafeMutablePointer<pthread_mutex_t>
    var state: State

    init(_ state: State) {
      self.state = state
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }
  }

  private let storage: Storage

  /// Makes a lock with what it protects.
  public init(uncheckedState: State) { storage = Storage(uncheckedState) }

  /// Makes a lock with what it protects.
  public init(initialState: State) where State: Sendable { storage = Storage(initialState) }

  /// Runs `body` with the lock held.
  public func withLock<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R { try withLockUnchecked(body) }

  /// Runs `body` with the lock held.
  public func withLockUnchecked<R>(_ body: (inout State) throws -> R) rethrows -> R {
    pthread_mutex_lock(storage.mutex)
    defer { pthread_mutex_unlock(storage.mutex) }
    return try body(&storage.state)
  }

  /// Runs `body` if nobody has the lock.
  ///
  /// - Returns: `nil` when somebody has it.
  public func withLockIfAvailable<R: Sendable>(
    _ body: @Sendable (inout State) throws -> R
  ) rethrows -> R? {
    guard pthread_mutex_trylock(storage.mutex) == 0 else { return nil }
    defer { pthread_mutex_unlock(storage.mutex) }
    return try body(&storage.state)
  }
}

extension OSAllocatedUnfairLock where State == Void {
  /// Makes a lock that protects what its user knows of.
  public init() { self.init(uncheckedState: ()) }

  /// Runs `body` with the lock held.
  public func withLock<R: Sendable>(_ body: @Sendable () throws -> R) rethrows -> R {
    try withLockUnchecked { _ in try body() }
  }

  /// Waits until nobody has the lock, and takes it.
  public func lock() { pthread_mutex_lock(storage.mutex) }
  /// Gives the lock back.
  public func unlock() { pthread_mutex_unlock(storage.mutex) }
  /// Takes the lock if nobody has it.
  public func lockIfAvailable() -> Bool { pthread_mutex_trylock(storage.mutex) == 0 }
}
