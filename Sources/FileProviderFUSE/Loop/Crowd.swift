/// Tells whether several programs ask at the same time, from the processes whose requests a thread has read.
struct Crowd {
  private var last: UInt32 = 0
  private var requests = 0
  private var changes = 0

  private static let period = 32
  /// A program that starts others one after the other makes fewer.
  private static let enough = 14

  /// Notes a request.
  ///
  /// - Parameter process: Whose request it is; 0 for one of the kernel's own.
  /// - Returns: Whether one more thread is to read requests.
  @inline(__always) mutating func note(process: UInt32) -> Bool {
    if process == 0 { return false }
    requests += 1
    if process != last { changes += 1 }
    last = process
    guard requests == Self.period else { return false }
    defer { (requests, changes) = (0, 0) }
    return changes >= Self.enough
  }
}
