// The lock that every object has where there is Objective-C. Code of old uses it as `@synchronized`.

/// The locks of the objects that somebody holds or waits for.
private final class ObjectLocks: @unchecked Sendable {
  // Sendable because `lock` guards the table.
  static let shared = ObjectLocks()
  private let lock = NSLock()
  private var table: [ObjectIdentifier: (lock: NSRecursiveLock, users: Int)] = [:]

  func enter(_ object: AnyObject) {
    let entry = lock.withLock {
      let id = ObjectIdentifier(object)
      let found = table[id] ?? (NSRecursiveLock(), 0)
      table[id] = (found.0, found.1 + 1)
      return found.0
    }
    entry.lock()
  }

  /// Whether somebody had it.
  func exit(_ object: AnyObject) -> Bool {
    lock.withLock {
      let id = ObjectIdentifier(object)
      guard let found = table[id] else { return false }
      table[id] = found.users > 1 ? (found.lock, found.users - 1) : nil
      found.lock.unlock()
      return true
    }
  }
}

/// Waits until no other thread has the object, and takes it. The same thread may take it again.
///
/// - Returns: 0.
@discardableResult
public func objc_sync_enter(_ object: Any) -> Int32 {
  ObjectLocks.shared.enter(object as AnyObject)
  return 0
}

/// Gives an object back, from the thread that took it.
///
/// - Returns: 0, or -1 if nobody had it.
@discardableResult
public func objc_sync_exit(_ object: Any) -> Int32 {
  ObjectLocks.shared.exit(object as AnyObject) ? 0 : -1
}
