import CSystemCalls
import Foundation
import TestSupport

/// Changes things in a directory until something fails: the server of the mount was killed.
struct Load: Sendable {
  let directory: String
  let journal: String
  let seed: UInt64

  /// Each worker has a folder of its own, so each knows what must be there.
  func run(workers: Int) {
    let journal = Journal(path: self.journal)
    let group = DispatchGroup()
    for number in 0..<workers {
      group.enter()
      Thread {
        var worker = LoadWorker(number: number, root: "\(directory)/\(number)", journal: journal, seed: seed)
        worker.run()
        group.leave()
      }.start()
    }
    group.wait()
  }
}

/// One thread of a load.
struct LoadWorker {
  private let number: Int
  private let root: String
  private let journal: Journal
  private var generator: SeededGenerator
  private var state = TreeState()
  private var descriptor: Int32 = -1
  private var version: UInt64

  init(number: Int, root: String, journal: Journal, seed: UInt64) {
    self.number = number
    self.root = root
    self.journal = journal
    generator = SeededGenerator(seed: seed &+ UInt64(number))
    version = UInt64(number + 1) << 32
  }

  mutating func run() {
    journal.add(number, ["begin", "mkdir", "."])
    guard mkdir(root, 0o755) == 0 else { return journal.add(number, ["failed", "\(errno)"]) }
    journal.add(number, ["done"])
    while true {
      let operation = next()
      journal.add(number, ["begin"] + operation.words)
      let outcome = perform(operation)
      if case .error(let error) = outcome { return journal.add(number, ["failed", "\(explained(error))"]) }
      journal.add(number, ["done"])
      state.apply(operation)
      if case .close = operation { look() }
    }
  }

  /// A write into part of a page reads the page first, and the kernel calls that `EIO` also when the server is gone.
  ///
  /// Whether it is gone says a call that the kernel answers from no cache of its own: an `EIO` of a living server stays one.
  private func explained(_ error: Int32) -> Int32 {
    guard error == EIO else { return error }
    var room = statvfs()
    guard case .error(let number) = Outcome({ statvfs(root, &room) }) else { return error }
    return number
  }

  /// Reads a file back: contents are right while nothing fails, synchronized or not.
  private mutating func look() {
    let files = state.paths { if case .file = $0.kind { true } else { false } }
    guard !files.isEmpty, generator.oneIn(3) else { return }
    let path = generator.pick(files)
    guard case .file(let file)? = state.nodes[path]?.kind else { return }
    let (outcome, bytes) = Listing.contents("\(root)/\(path)")
    if case .error(let error) = outcome, Journal.endOfServer.contains(explained(error)) { return }
    if outcome.isError || !file.isExactly(bytes) {
      journal.add(number, ["wrong", "\(path) read as \(bytes.count) bytes (\(outcome)), wrote \(file.size) blocks"])
    }
  }

  private mutating func next() -> LoadOperation {
    let files = state.paths { if case .file = $0.kind { true } else { false } }
    let folders = state.paths { if case .folder = $0.kind { true } else { false } }
    if state.open != nil && !generator.oneIn(8) { return nextOnContents() }
    switch generator.below(12) {
    case 0..<3: if let path = free(folders), state.open == nil { return .create(path) }
    case 3..<5: if !files.isEmpty, state.open == nil { return .open(generator.pick(files)) }
    case 5: if !files.isEmpty, let path = free(folders) { return .rename(generator.pick(files), path) }
    case 6: if files.count > 1, let pair = pair(files) { return .rename(pair.0, pair.1) }
    case 7: if files.count > 4 { return .unlink(generator.pick(files)) }
    case 8: if folders.count < 4 { return .makeDirectory("d\(newVersion())") }
    case 9:
      let empty = folders.filter { state.isEmpty($0) }
      if !empty.isEmpty { return .removeDirectory(generator.pick(empty)) }
      if !folders.isEmpty { return .rename(generator.pick(folders), "d\(newVersion())") }
    case 10:
      if !files.isEmpty {
        return generator.oneIn(2)
          ? .setMode(generator.pick(files), generator.pick([0o600, 0o644, 0o640]))
          : .setAttribute(generator.pick(files), version: newVersion())
      }
    default: if let path = free(folders), generator.oneIn(3) { return .symlink(path, target: "to-\(newVersion())") }
    }
    return next()
  }

  private mutating func nextOnContents() -> LoadOperation {
    switch generator.below(10) {
    case 0..<6: .write(block: generator.below(64), blocks: 1 + generator.below(64), version: newVersion())
    case 6..<8: .synchronize
    case 8: generator.oneIn(2) ? .resize(blocks: generator.below(64)) : .synchronize
    default: .close
    }
  }

  private mutating func newVersion() -> UInt64 {
    version += 1
    return version
  }

  private mutating func free(_ folders: [String]) -> String? {
    let name = "f\(generator.below(30))"
    let path = folders.isEmpty || generator.oneIn(2) ? name : generator.pick(folders) + "/" + name
    return state.nodes[path] == nil ? path : nil
  }

  private mutating func pair(_ files: [String]) -> (String, String)? {
    let (from, to) = (generator.pick(files), generator.pick(files))
    return from == to ? nil : (from, to)
  }

  private mutating func perform(_ operation: LoadOperation) -> Outcome {
    func at(_ path: String) -> String { "\(root)/\(path)" }
    switch operation {
    case .create(let path): return keep(open(at(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644))
    case .open(let path): return keep(open(at(path), O_RDWR | O_CLOEXEC))
    case .write(let block, let blocks, let version):
      let bytes = (block..<block + blocks).flatMap { TreeState.File.bytes(block: $0, version: version) }
      let written = Outcome { pwrite(descriptor, bytes, bytes.count, off_t(block * TreeState.File.blockSize)) }
      // A write that was cut short was cut short by the end of the server; a full disk shows at the next one.
      return written == .value(bytes.count) || written.isError ? written : .error(ENOTCONN)
    case .resize(let blocks): return Outcome { ftruncate(descriptor, off_t(blocks * TreeState.File.blockSize)) }
    case .synchronize: return Outcome { generator.oneIn(3) ? fdatasync(descriptor) : fsync(descriptor) }
    case .close:
      let outcome = Outcome { close(descriptor) }
      descriptor = -1
      return outcome
    case .rename(let from, let to): return Outcome { Glibc.rename(at(from), at(to)) }
    case .unlink(let path): return Outcome { Glibc.unlink(at(path)) }
    case .makeDirectory(let path): return Outcome { mkdir(at(path), 0o755) }
    case .removeDirectory(let path): return Outcome { rmdir(at(path)) }
    case .symlink(let path, let target): return Outcome { Glibc.symlink(target, at(path)) }
    case .setMode(let path, let mode): return Outcome { chmod(at(path), mode) }
    case .setAttribute(let path, let version):
      let text = Array(String(version).utf8)
      return Outcome { lsetxattr(at(path), "user.version", text, text.count, 0) }
    }
  }

  private mutating func keep(_ opened: Int32) -> Outcome {
    let outcome = Outcome { opened }
    if !outcome.isError { descriptor = opened }
    return outcome
  }
}
