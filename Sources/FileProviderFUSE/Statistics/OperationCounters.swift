import Synchronization

/// How often each operation was asked for, and how long it took. One thread's own, so counting is two plain additions.
final class OperationCounters: Sendable {
  /// Operations are numbered by the kernel; see `linux/fuse.h`.
  static let operations = 64
  /// Four buckets for each doubling: a figure read from them is off by a tenth at most.
  static let buckets = 128

  // Written by one thread and read by any, both atomically.
  nonisolated(unsafe) private let counts: UnsafeMutablePointer<Atomic<UInt32>>

  private let splicedWrites = Atomic<UInt64>(0)

  init() {
    counts = .allocate(capacity: Self.operations * Self.buckets)
    for index in 0..<Self.operations * Self.buckets { (counts + index).initialize(to: Atomic(0)) }
  }

  deinit {
    counts.deinitialize(count: Self.operations * Self.buckets)
    counts.deallocate()
  }

  /// Counts one operation. Only the thread that owns this may call it.
  @inline(__always) func add(_ operation: Int, nanoseconds: UInt64) {
    guard operation < Self.operations else { return }
    let counter = counts + (operation * Self.buckets + Self.bucket(nanoseconds))
    counter.pointee.store(counter.pointee.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  /// Counts a write that arrived through a pipe. Only the thread that owns this may call it.
  func addSplicedWrite() {
    splicedWrites.store(splicedWrites.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
  }

  var splicedWriteCount: UInt64 { splicedWrites.load(ordering: .relaxed) }

  /// Adds what was counted to a histogram.
  func add(_ operation: Int, to histogram: inout [UInt64]) {
    for bucket in 0..<Self.buckets {
      histogram[bucket] += UInt64(counts[operation * Self.buckets + bucket].load(ordering: .relaxed))
    }
  }

  /// The two bits below the leading one are the quarter.
  @inline(__always) static func bucket(_ nanoseconds: UInt64) -> Int {
    if nanoseconds < 4 { return Int(nanoseconds) }
    let exponent = 63 - nanoseconds.leadingZeroBitCount
    let quarter = Int(nanoseconds >> UInt64(exponent - 2) & 3)
    return min((exponent - 1) * 4 + quarter, buckets - 1)
  }

  /// The middle of a bucket's range.
  static func nanoseconds(_ bucket: Int) -> Double {
    if bucket < 4 { return Double(bucket) }
    let width = Double(1 << (UInt64(bucket / 4 + 1) - 2))
    return (Double(4 + bucket % 4) + 0.5) * width
  }
}
