import Glibc
import Synchronization

/// The progress bar of an import or an export: how much, how fast, how long yet. Only on a terminal.
///
/// A thread counts what there is to do, ahead of the one that does it.
final class TransferProgress: Sendable {
  private let tally: TransferTally
  private let count: @Sendable (TransferProgress) -> Void
  private let total = Atomic<Int64>(0)
  private let isCounted = Atomic<Bool>(false)
  private let isStopped = Atomic<Bool>(false)
  private let started = WritePace.now

  /// - Parameter count: Counts what there is to do by `found`, for as long as `isCounting`.
  init(tally: TransferTally, count: @escaping @Sendable (TransferProgress) -> Void) {
    self.tally = tally
    self.count = count
  }

  /// Notes an item that there is to do.
  func found() { total.wrappingAdd(1, ordering: .relaxed) }

  /// Whether the count is still of use.
  var isCounting: Bool { !isStopped.load(ordering: .relaxed) }

  func start() {
    guard Console.isTerminal else { return }
    Threads.start("count") { [self] in
      count(self)
      isCounted.store(true, ordering: .relaxed)
    }
    Threads.start("progress") { [self] in
      while !isStopped.load(ordering: .relaxed) {
        ProgressLine.show(line(width: ProgressLine.width))
        usleep(200_000)
      }
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    ProgressLine.clear()
  }

  private func line(width: Int) -> String {
    let counts = tally.current
    let seconds = Double(WritePace.now - started) / 1e9
    let rate = Double(counts.seen) / max(seconds, 0.001)
    var text =
      "\(HumanText.items(counts.seen))  \(HumanText.count(Int64(rate)))/s  \(HumanText.size(counts.bytes))"
    guard isCounted.load(ordering: .relaxed) else { return text + "  counting…" }
    let total = max(total.load(ordering: .relaxed), counts.seen)
    let share = Double(counts.seen) / Double(max(total, 1))
    text += String(
      "  \(Int(share * 100)) %  \(HumanText.duration(seconds: Double(total - counts.seen) / max(rate, 1))) left")
    return Self.bar(share, width: min(30, width - text.count - 4)) + text
  }

  /// `[=====>    ] `
  static func bar(_ share: Double, width: Int) -> String {
    guard width >= 5 else { return "" }
    let filled = Int(Double(width) * min(max(share, 0), 1))
    let head = filled < width ? ">" : ""
    return "[" + String(repeating: "=", count: filled) + head
      + String(repeating: " ", count: max(0, width - filled - head.count)) + "] "
  }
}
