/// Tells whether several programs read at the same time, from the requests that a thread has answered.
///
/// The kernel names threads: a program with several is a crowd, too. So is a shell that starts one program after the other, if each makes a request or two:
/// for these a thread is woken every 32 requests for nothing.
struct Crowd {
  private var last: UInt32 = 0
  private var requests = 0
  private var turns = 0

  private static let period = 32
  private static let enough = 14

  /// Notes a request.
  ///
  /// - Parameters:
  ///   - thread: Whose request it is; 0 for one of the kernel's own.
  ///   - isChange: Whether it may change something. Changes are answered one by one.
  /// - Returns: Whether one more thread is to read requests.
  @inline(__always) mutating func note(thread: UInt32, isChange: Bool) -> Bool {
    if thread == 0 { return false }
    if isChange {
      (requests, turns) = (0, 0)
      return false
    }
    requests += 1
    if thread != last { turns += 1 }
    last = thread
    guard requests == Self.period else { return false }
    defer { (requests, turns) = (0, 0) }
    return turns >= Self.enough
  }
}
