import Glibc
import Synchronization

/// The progress bar of an import: how much, how fast, how long yet. Only on a terminal.
///
/// A thread counts what there is to do by reading directories ahead of the walker, which also has them in memory when the walker comes.
final class ImportProgress: Sendable {
  private let tally: ImportTally
  private let sources: [ImportSource]
  private let total = Atomic<Int64>(0)
  private let isCounted = Atomic<Bool>(false)
  private let isStopped = Atomic<Bool>(false)
  private let started = WritePace.now

  init(tally: ImportTally, sources: [ImportSource]) {
    self.tally = tally
    self.sources = sources
  }

  func start() {
    guard Console.isTerminal else { return }
    Threads.start("count") { [self] in
      for source in sources { count(source.bytes) }
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

  /// Counts a folder and what is in it, with one stack of names and no recursion.
  private func count(_ path: [CChar]) {
    total.wrappingAdd(1, ordering: .relaxed)
    var folders = [path]
    while let folder = folders.popLast(), !isStopped.load(ordering: .relaxed) {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) {
            Array(UnsafeBufferPointer(start: $0, count: strlen($0)))
          }
        }
        let (dot, slash) = (CChar(bitPattern: UInt8(ascii: ".")), CChar(bitPattern: UInt8(ascii: "/")))
        if name == [dot] || name == [dot, dot] { continue }
        total.wrappingAdd(1, ordering: .relaxed)
        if entry.pointee.d_type == DT_DIR && folders.count < 100_000 {
          folders.append(folder.dropLast() + [slash] + name + [0])
        }
      }
    }
  }

  private func line(width: Int) -> String {
    let counts = tally.current
    let seconds = Double(WritePace.now - started) / 1e9
    let rate = Double(counts.seen) / max(seconds, 0.001)
    var text =
      "\(HumanText.count(counts.seen)) items  \(HumanText.count(Int64(rate)))/s  \(HumanText.size(counts.bytes))"
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
