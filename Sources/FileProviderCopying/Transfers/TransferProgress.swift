import FileProviderProgram
import LinuxSystem
import Synchronization

/// The progress bar of an import or an export: how much, how fast, how much time is left. Only on a terminal.
///
/// A thread counts the work, ahead of the one that does it.
final class TransferProgress: Sendable {
  private let tally: TransferTally
  private let count: @Sendable (TransferProgress) -> Void
  private let total = Atomic<Int64>(0)
  private let totalBytes = Atomic<Int64>(0)
  private let isCounted = Atomic<Bool>(false)
  private let isStopped = Monitor(false)
  private let started = WritePace.now

  /// - Parameter count: Counts the work by calling `found`, as long as `isCounting`.
  init(tally: TransferTally, count: @escaping @Sendable (TransferProgress) -> Void) {
    self.tally = tally
    self.count = count
  }

  /// Notes an item that is to be transferred.
  func found(bytes: Int64) {
    total.wrappingAdd(1, ordering: .relaxed)
    totalBytes.wrappingAdd(bytes, ordering: .relaxed)
  }

  /// Whether the count is still needed.
  var isCounting: Bool { !isStopped.read { $0 } }

  func start() {
    guard Console.isTerminal else { return }
    NativeThread.start(name: "count", stackSize: NativeThread.stackOfOthers) { [self] in
      count(self)
      isCounted.store(true, ordering: .relaxed)
    }
    NativeThread.start(name: "progress", stackSize: NativeThread.stackOfOthers) { [self] in
      repeat {
        ProgressLine.show(line(width: ProgressLine.width))
      } while isStopped.wait(until: .after(.milliseconds(200)), for: { $0 ? true : nil }) == nil
    }
  }

  func stop() {
    isStopped.withLock { $0 = true }
    ProgressLine.clear()
  }

  private func line(width: Int) -> String {
    let counts = tally.current
    let seconds = Double(WritePace.now - started) / 1e9
    let rate = Double(counts.seen) / max(seconds, 0.001)
    var text =
      "\(HumanText.items(counts.seen))  \(HumanText.count(Int64(rate)))/s  \(HumanText.size(counts.bytes))"
    guard isCounted.load(ordering: .relaxed) else { return text + "  counting…" }
    let share = Self.share(
      counts, items: total.load(ordering: .relaxed), bytes: totalBytes.load(ordering: .relaxed))
    text += "  \(Int(share * 100)) %  \(HumanText.duration(seconds: seconds * (1 / max(share, 0.001) - 1))) left"
    return Self.bar(share, width: min(30, width - text.count - 4)) + text
  }

  /// The part of the work that is done, from 0 to 1. An item takes about as long as a certain number of bytes, however
  /// small it is.
  static func share(_ counts: TransferTally.Counts, items: Int64, bytes: Int64) -> Double {
    let done = counts.bytes + counts.passed + counts.seen * itemCost
    return min(1, Double(done) / Double(max(1, bytes + items * itemCost, done)))
  }

  private static let itemCost: Int64 = 64 << 10

  /// `[=====>    ] `
  static func bar(_ share: Double, width: Int) -> String {
    guard width >= 5 else { return "" }
    let filled = Int(Double(width) * min(max(share, 0), 1))
    let head = filled < width ? ">" : ""
    return "[" + String(repeating: "=", count: filled) + head
      + String(repeating: " ", count: max(0, width - filled - head.count)) + "] "
  }
}
