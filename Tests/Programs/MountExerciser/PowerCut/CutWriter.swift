import CSystemCalls
import Glibc
import Synchronization
import TestSupport

/// When the power goes, for the writers: before, no call may fail.
final class CutSignal: Sendable {
  private let beginning = Atomic<Bool>(false)
  private let end = Atomic<Bool>(false)
  private let isOver = Atomic<Bool>(false)
  var isBeforeCut: Bool { !beginning.load(ordering: .sequentiallyConsistent) }
  var isAfterCut: Bool { end.load(ordering: .sequentiallyConsistent) }
  var isTimeToEnd: Bool { isOver.load(ordering: .sequentiallyConsistent) }
  func beginCut() { beginning.store(true, ordering: .sequentiallyConsistent) }
  func endCut() { end.store(true, ordering: .sequentiallyConsistent) }
  func stop() { isOver.store(true, ordering: .sequentiallyConsistent) }
}

/// A program that changes things in a folder of its own, and notes what was acknowledged and what was synchronized.
final class CutWriter: @unchecked Sendable {
  // Sendable: used by one thread.
  let history: CutHistory
  var generator: SeededGenerator
  /// The folder of its own, and the one of the file system's root.
  let root: String
  /// Where the items in the trash are, if there is one: as `.Trash/NAME` they are part of the tree.
  private let trash: String?
  private let signal: CutSignal
  /// Whether calls may say that the disk is full.
  private let mayBeFull: Bool
  /// Whether to synchronize nothing and say that it was done.
  private let pretends: Bool
  private let pool: CutPool
  private(set) var hasEnded = false
  private var version = 0

  init(
    history: CutHistory, root: String, trash: String?, signal: CutSignal, mayBeFull: Bool, pretends: Bool,
    pool: CutPool, seed: UInt64
  ) {
    self.history = history
    self.root = root
    self.trash = trash
    self.signal = signal
    self.mayBeFull = mayBeFull
    self.pretends = pretends
    self.pool = pool
    generator = SeededGenerator(seed: seed)
  }

  var tree: CutTree { history.tree }
  var hasTrash: Bool { trash != nil }

  /// Trashed items have names that tell whose they are.
  func at(_ path: String) -> String {
    guard path.hasPrefix(".Trash/"), let trash else { return path.isEmpty ? root : "\(root)/\(path)" }
    return "\(trash)/\(path.dropFirst(7))"
  }

  func newVersion() -> Int {
    version += 1
    return version
  }

  /// Goes on until something fails.
  func run() {
    while !hasEnded && !signal.isTimeToEnd { act() }
  }

  func end() { hasEnded = true }

  // MARK: Calls

  /// Makes a change, noted before and after.
  ///
  /// - Returns: What the call returned, or `nil` when it failed.
  @discardableResult
  func make(_ operation: CutOperation, _ call: () -> Int) -> Int? {
    guard !hasEnded else { return nil }
    history.begin(operation)
    let outcome = Outcome(call)
    switch outcome {
    case .value(let value):
      history.acknowledge()
      return value
    case .error(ENOSPC) where mayBeFull:
      // What makes several items has made some of them.
      if case .bring = operation { hasEnded = true } else { history.takeBack() }
    case .error:
      failed("\(operation)", outcome)
    }
    return nil
  }

  func failed(_ what: String, _ outcome: Outcome) {
    if signal.isBeforeCut { history.problems.append("\(what): \(outcome)") }
    hasEnded = true
  }

  /// Opens, without a change.
  func open(_ path: String, _ flags: Int32) -> Int32? {
    guard !hasEnded else { return nil }
    let outcome = Outcome { Glibc.open(at(path), flags | O_CLOEXEC) }
    if case .value(let descriptor) = outcome { return Int32(descriptor) }
    if case .error(ENOSPC) = outcome, mayBeFull { return nil }
    failed("open \(path)", outcome)
    return nil
  }

  func close(_ descriptor: Int32) {
    let outcome = Outcome { Glibc.close(descriptor) }
    if outcome.isError, outcome != .error(ENOSPC) || !mayBeFull { failed("close", outcome) }
  }

  func create(_ path: String) -> Int32? {
    let document = CutDocument(name: path, operation: history.next, mayBeZero: mayBeFull)
    let made = make(.create(path, document)) { Int(Glibc.open(at(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)) }
    guard let descriptor = made.map({ Int32($0) }) else { return nil }
    var status = stat()
    if fstat(descriptor, &status) == 0 { document.number = UInt64(status.st_ino) }
    history.numbers.insert(UInt64(status.st_ino))
    return descriptor
  }

  /// Writes new bytes somewhere into a document.
  func write(_ path: String, _ descriptor: Int32, count: Int, at offset: Int?) {
    guard !hasEnded, let document = tree.document(path) else { return }
    let (before, bytes) = (document.current, pool.bytes(count, newVersion()))
    let start = offset ?? before.count
    var after = before + Array(repeating: 0, count: max(0, start + count - before.count))
    after.replaceSubrange(start..<start + count, with: bytes)
    document.change(to: after, operation: history.next)
    let written = make(.contents("write \(path) \(count) at \(offset.map(String.init) ?? "end")")) {
      offset.map { pwrite(descriptor, bytes, count, off_t($0)) } ?? Glibc.write(descriptor, bytes, count)
    }
    if written == count { return history.touch(path) }
    if hasEnded { return }
    // A full disk took a part of it at most, and the kernel may remember more than that.
    document.forget()
    if written != nil { history.touch(path) }
  }

  func resize(_ path: String, _ descriptor: Int32, to count: Int) {
    guard !hasEnded, let document = tree.document(path) else { return }
    let before = document.current
    let after = Array(before.prefix(count)) + Array(repeating: 0, count: max(0, count - before.count))
    change(path, document, to: after, "truncate \(path) \(count)") { Int(ftruncate(descriptor, off_t(count))) }
  }

  /// Opens with `O_TRUNC`.
  func openTruncating(_ path: String) -> Int32? {
    guard !hasEnded, let document = tree.document(path) else { return nil }
    let opened = change(path, document, to: [], "O_TRUNC \(path)") {
      Int(Glibc.open(at(path), O_RDWR | O_TRUNC | O_CLOEXEC))
    }
    return opened.map { Int32($0) }
  }

  @discardableResult
  private func change(_ path: String, _ document: CutDocument, to bytes: [UInt8], _ what: String, _ call: () -> Int)
    -> Int?
  {
    document.change(to: bytes, operation: history.next)
    let result = make(.contents(what), call)
    if result != nil { history.touch(path) } else if !hasEnded { document.takeBackChange() }
    return result
  }

  func rename(_ from: String, _ to: String) {
    if let document = tree.document(from), let replaced = tree.document(to) {
      document.replace(replaced, operation: history.next)
    }
    make(.rename(from, to)) { Int(Glibc.rename(at(from), at(to))) }
  }

  /// Synchronizes what a descriptor is open on.
  ///
  /// What ext4 itself acknowledges while it is being shut down is lost: a power cut takes no time, and the shutdown does. Before and after it, an
  /// acknowledgement counts.
  func synchronize(_ path: String, _ descriptor: Int32, dataOnly: Bool = false) {
    let beganAfterCut = signal.isAfterCut
    let done = make(.synchronize(path)) {
      pretends ? 0 : Int(dataOnly ? fdatasync(descriptor) : fsync(descriptor))
    }
    if done != nil, beganAfterCut || signal.isBeforeCut { history.synchronize(path) }
  }

  func synchronizeFolder(_ path: String) {
    guard let descriptor = open(path, O_RDONLY | Int32(open_directory)) else { return }
    synchronize(path, descriptor)
    close(descriptor)
  }

  func noteNumber(_ path: String) {
    let (outcome, status) = Listing.status(at(path))
    if !outcome.isError { history.numbers.insert(UInt64(status.st_ino)) }
  }
}

/// Bytes that tell where they come from: stretches of one random sequence.
struct CutPool: Sendable {
  private let all: [UInt8]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var words = [UInt64](repeating: 0, count: 1 << 17)
    for index in words.indices { words[index] = generator.next() }
    all = words.withUnsafeBytes { Array($0) }
  }

  func bytes(_ count: Int, _ version: Int) -> [UInt8] {
    let start = (version &* 7919) % (all.count - count)
    return Array(all[start..<start + count])
  }
}
