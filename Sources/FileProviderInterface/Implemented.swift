import Glibc

/// Tells a property that a class declares from the default that stands in for it.
///
/// A reader must answer `nil` for a property that a class leaves out, but a default has to return something of the plain
/// type, and a Boolean has no value to spare. So the default leaves a mark and the reader looks for it. Both run on one
/// thread without suspending, hence a thread-specific mark, which costs a few nanoseconds. A reader puts back the mark it
/// found, because a class may compute a property by reading another item.
enum Implemented {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let result = pthread_key_create(&key, nil)
    precondition(result == 0, "no thread-specific key left: \(result)")
    return key
  }()

  /// Any address but null; never read through.
  private static var mark: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

  /// The value of a default, after leaving the mark.
  static func no<Value>(_ value: Value) -> Value {
    pthread_setspecific(key, mark)
    return value
  }

  /// What `read` returns, or `nil` if it ended in a default.
  @inline(__always)
  static func value<Value>(_ read: () -> Value) -> Value? {
    let found = pthread_getspecific(key)
    if found != nil { pthread_setspecific(key, nil) }
    let value = read()
    let left = pthread_getspecific(key)
    if left != found { pthread_setspecific(key, found) }
    return left == nil ? value : nil
  }
}
