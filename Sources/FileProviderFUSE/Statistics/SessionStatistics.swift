import FileProviderFileSystem

/// What a mount has done so far, for `status`.
public struct SessionStatistics: Sendable {
  /// One kind of request.
  public struct Operation: Sendable {
    /// The kernel's name for it, in lower case.
    public var operation: String
    public var count: UInt64
    public var p50Microseconds: Double
    public var p99Microseconds: Double
  }

  /// Those that were asked for at least once.
  public var requests: [Operation]
  /// Number of writes that arrived through a pipe, and so were written without being copied into our memory.
  public var splicedWrites: UInt64
  /// The greatest number of threads that have read requests at the same time.
  public var mostReaders: Int
  public var openFiles: Int
  public var openDirectories: Int
  /// Why the kernel does not read and write contents itself; `nil` if it does.
  public var passthroughRefusal: String?
  /// How many requests wait for the provider.
  public var waitingRequests: Int
  /// Live enumerators by the names `status` uses: `root`, `folder`, `document`, `workingSet`, `trash`.
  public var liveEnumerators: [String: Int]
}

extension SessionStatistics {
  /// The `passthroughRefusal` of a mount without the option.
  package static var passthroughNotRequested: String { Passthrough.notRequested }
}

extension SessionStatistics.Operation {
  /// - Returns: `nil` when there was none.
  init?(_ operation: Int, _ counters: [OperationCounters]) {
    var histogram = [UInt64](repeating: 0, count: OperationCounters.buckets)
    for counter in counters { counter.add(operation, to: &histogram) }
    let count = histogram.reduce(0, +)
    guard count > 0 else { return nil }
    self.init(
      operation: Self.name(operation), count: count, p50Microseconds: Self.percentile(0.5, count, histogram),
      p99Microseconds: Self.percentile(0.99, count, histogram))
  }

  private static func percentile(_ part: Double, _ count: UInt64, _ histogram: [UInt64]) -> Double {
    var left = (Double(count) * part).rounded(.up)
    for (bucket, found) in histogram.enumerated() {
      left -= Double(found)
      if left <= 0 { return (OperationCounters.nanoseconds(bucket) / 10).rounded() / 100 }
    }
    return 0
  }

  private static func name(_ operation: Int) -> String {
    operation < names.count && !names[operation].isEmpty ? names[operation] : "operation \(operation)"
  }

  /// By the kernel's numbers.
  private static let names = [
    "", "lookup", "forget", "getattr", "setattr", "readlink", "symlink", "", "mknod", "mkdir", "unlink", "rmdir",
    "rename",
    "link", "open", "read", "write", "statfs", "release", "", "fsync", "setxattr", "getxattr", "listxattr",
    "removexattr", "flush", "init", "opendir", "readdir", "releasedir", "fsyncdir", "getlk", "setlk", "setlkw",
    "access",
    "create", "interrupt", "bmap", "destroy", "ioctl", "poll", "notifyreply", "batchforget", "fallocate", "readdirplus",
    "rename2", "lseek", "copyfilerange", "setupmapping", "removemapping", "syncfs", "tmpfile", "statx",
    "copyfilerange64",
  ]
}
