import CProbes
import Glibc

private let sequentialBlock = 128 << 10
private let randomBlock = 4 << 10

/// A big file, through a mount that has read nothing of it, while what is behind the mount is cached. The target is the one
/// without kernel passthrough; a mount with passthrough should take no more than 1.3 times the plain folder's time.
enum ReadRow {
  private static let sequential = Measure(
    "read.sequential", "in order, 128 KiB at a time", .mebibytesPerSecond, .atLeast(1, times: .bindfs))
  private static let random = Measure(
    "read.random", "anywhere, 4 KiB at a time", .perSecond, .atLeast(1, times: .bindfs))

  static let row = Row(name: "read", about: "contents, read", measures: [sequential, random]) { bench in
    let size = UInt64(bench.contentsSize)
    let count = bench.options.scaled(20_000)
    bench.interleave([.ours, .null, .plain, .bindfs]) { contestant in
      var elapsed: Int64 = 0
      try bench.contents.mounted(contestant) { mount in
        let file = try Descriptor(opening: mount.root + "/data", O_RDONLY)
        var bytes: UInt64 = 0
        try Failure.checkProbe(probe_read(file.number, sequentialBlock, &bytes, &elapsed), "read")
        guard bytes == size else { throw Failure("read \(bytes) bytes of \(size)") }
        bench.record(sequential, contestant, mebibytes(size, in: elapsed))
      }
      try bench.contents.mounted(contestant) { mount in
        let file = try Descriptor(opening: mount.root + "/data", O_RDONLY)
        // No read-ahead: each block not read before is a question of its own.
        posix_fadvise(file.number, 0, 0, Int32(POSIX_FADV_RANDOM))
        try Failure.checkProbe(probe_read_anywhere(file.number, randomBlock, size, count, &elapsed), "read")
        bench.record(random, contestant, Double(count) / (Double(elapsed) / 1e9))
      }
    }
  }

  static func mebibytes(_ bytes: UInt64, in elapsed: Int64) -> Double {
    Double(bytes) / Double(1 << 20) / (Double(elapsed) / 1e9)
  }
}

/// A new file, and changes anywhere in it, each until it is closed. What the kernel still keeps back is written before the
/// next one's turn.
enum WriteRow {
  private static let sequential = Measure(
    "write.sequential", "in order, 128 KiB at a time", .mebibytesPerSecond, .atLeast(1, times: .bindfs))
  private static let random = Measure(
    "write.random", "anywhere, 4 KiB at a time", .perSecond, .atLeast(1, times: .bindfs))

  static let row = Row(name: "write", about: "contents, written", measures: [sequential, random]) { bench in
    guard bench.canChange() else { return }
    let size = UInt64(bench.contentsSize)
    let count = bench.options.scaled(20_000)
    bench.interleave([.ours, .plain, .bindfs]) { contestant in
      try bench.inFolder(of: contestant) { folder, mount in
        let first = try bench.spending(on: sequential, contestant, mount) {
          try untilClosed("\(folder)/data", O_WRONLY | O_CREAT | O_EXCL) { file in
            var elapsed: Int64 = 0
            return (probe_write(file, sequentialBlock, size, &elapsed), elapsed)
          }
        }
        bench.record(sequential, contestant, ReadRow.mebibytes(size, in: first))
        let second = try bench.spending(on: random, contestant, mount) {
          try untilClosed("\(folder)/data", O_WRONLY) { file in
            var elapsed: Int64 = 0
            return (probe_write_anywhere(file, randomBlock, size, count, &elapsed), elapsed)
          }
        }
        bench.record(random, contestant, Double(count) / (Double(second) / 1e9))
      }
    }
  }

  private static func untilClosed(
    _ path: String, _ flags: Int32, _ body: (Int32) -> (result: Int32, elapsed: Int64)
  ) throws -> Int64 {
    let file = try Descriptor(opening: path, flags)
    let (result, elapsed) = body(file.number)
    try Failure.checkProbe(result, "write")
    let start = probe_monotonic()
    file.close()
    let closing = probe_monotonic() - start
    let again = try Descriptor(opening: path, O_WRONLY)
    try Failure.check(fsync(again.number), "fsync")
    return elapsed + closing
  }
}
