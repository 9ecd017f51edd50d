public import Glibc

/// A lock of the C library. Made with `os_unfair_lock()` it is all zeros: `PTHREAD_MUTEX_INITIALIZER`, and nobody has it.
///
/// Everything here is compiled into the code that uses it: a package that finds this module by chance is not linked with it. And it
/// is that very type: swift-argument-parser takes its lock from here where it can, and ends it with `pthread_mutex_destroy`.
public typealias os_unfair_lock = pthread_mutex_t

/// A lock by its address.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock>

/// Waits until nobody has the lock, and takes it.
@_alwaysEmitIntoClient public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {
  pthread_mutex_lock(lock)
}

/// Takes the lock if nobody has it.
@_alwaysEmitIntoClient public func os_unfair_lock_trylock(_ lock: UnsafeMutablePointer<os_unfair_lock>) -> Bool {
  pthread_mutex_trylock(lock) == 0
}

/// Gives the lock back.
@_alwaysEmitIntoClient public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {
  pthread_mutex_unlock(lock)
}
