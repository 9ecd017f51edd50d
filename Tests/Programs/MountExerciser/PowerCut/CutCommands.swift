import CSystemCalls
import Glibc
import TestSupport

/// A user who changes things by commands, beside the mounts, in a folder of the domain.
final class CutCommands: @unchecked Sendable {
  // Sendable: used by one thread.
  let history: CutHistory
  private let store: CutStore
  private let writer: CutWriter
  private let signal: CutSignal
  private var generator: SeededGenerator
  private let sources: String
  private let mayBeFull: Bool
  private let pool: CutPool
  private var count = 0

  /// - Parameter writer: For the calls through a mount; its history is this one's.
  init(writer: CutWriter, store: CutStore, signal: CutSignal, mayBeFull: Bool, pool: CutPool, seed: UInt64) {
    self.mayBeFull = mayBeFull
    self.writer = writer
    self.store = store
    self.signal = signal
    self.pool = pool
    history = writer.history
    generator = SeededGenerator(seed: seed)
    sources = store.machine.memory + "/sources"
    mkdir(sources, 0o755)
  }

  func run() {
    while !writer.hasEnded && !signal.isTimeToEnd { act() }
  }

  private var tree: CutTree { history.tree }
  private func path(_ path: String) -> String { "/\(history.name)/\(path)" }

  private func act() {
    count += 1
    let top = tree.entries.keys.filter { !$0.contains("/") }.sorted()
    let documents = tree.documents.filter { !$0.contains("/") }
    switch generator.below(9) {
    case 0: run(.makeDirectory("m\(count)"), "mkdir", path("m\(count)"))
    case 1: if let old = pick(top) { run(.rename(old, "v\(count)"), "mv", path(old), path("v\(count)")) }
    case 2:
      if let old = pick(documents), let source = tree.document(old) {
        let name = "c\(count)"
        let copy = CutDocument(name: name, operation: history.next, bytes: source.current, mayBeZero: mayBeFull)
        run(.create(name, copy), "cp", path(old), path(name))
      }
    case 3..<6: bring("i\(count)")
    case 6: if let old = pick(documents) { run(.unlink(old), "rm", path(old)) }
    case 7:
      // The name in the trash belongs to this item alone.
      if let old = pick(documents) { run(.rename(old, ".Trash/\(old)"), "rm", "--trash", path(old)) }
    default: writer.synchronizeFolder("")
    }
  }

  private func pick(_ paths: [String]) -> String? { paths.isEmpty ? nil : generator.pick(paths) }

  private func run(_ operation: CutOperation, _ words: String...) {
    writer.make(operation) {
      guard let result = store.start(words, name: "command-\(history.name)")?.finish() else { return -1 }
      if result.status == 0 { return 0 }
      if mayBeFull, result.error.contains("disk is full") {
        errno = ENOSPC
        return -1
      }
      if signal.isBeforeCut { history.problems.append("\(words.joined(separator: " ")): \(result.error)") }
      errno = EIO
      return -1
    }
  }

  /// Imports a folder with documents in it.
  private func bring(_ name: String) {
    var items: [(path: String, document: CutDocument?)] = [(name, nil)]
    mkdir("\(sources)/\(name)", 0o755)
    for number in 0..<3 {
      let bytes = pool.bytes(1 + generator.below(30_000), count * 8 + number)
      let file = open("\(sources)/\(name)/\(number)", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      _ = write(file, bytes, bytes.count)
      close(file)
      items.append(
        ("\(name)/\(number)", CutDocument(name: name, operation: history.next, bytes: bytes, mayBeZero: mayBeFull)))
    }
    run(.bring(name, items), "import", "\(sources)/\(name)", "--into", "/\(history.name)")
  }
}
