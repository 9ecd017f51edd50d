import CSystemCalls
import Glibc
import TestSupport

/// A mount for a scenario: what it does goes wrong before the power is cut only if the mount is wrong.
struct CutStage {
  let store: CutStore
  let pool: CutPool
  let place: String
  let problems: CutProblems

  /// The contents of a document, by number: of several pages, with an end in the middle of one.
  func version(_ number: Int) -> [UInt8] { pool.bytes(9_000 + 2_000 * number, number) }

  private func demand(_ what: String, _ outcome: Outcome) {
    if outcome.isError { problems.add("\(what): \(outcome)") }
  }

  func open(_ path: String, _ flags: Int32) -> Int32 {
    let descriptor = Glibc.open("\(place)/\(path)", flags | O_CLOEXEC, 0o644)
    demand("open \(path)", Outcome { descriptor })
    return descriptor
  }

  func write(_ descriptor: Int32, _ bytes: [UInt8]) {
    demand("write", Outcome { Glibc.write(descriptor, bytes, bytes.count) })
  }

  func synchronize(_ descriptor: Int32) { demand("fsync", Outcome { fsync(descriptor) }) }

  /// Writes a whole document.
  func write(_ path: String, _ bytes: [UInt8], flags: Int32 = O_CREAT | O_TRUNC, synchronizes: Bool = false) {
    let descriptor = open(path, O_WRONLY | flags)
    write(descriptor, bytes)
    if synchronizes { synchronize(descriptor) }
    close(descriptor)
  }

  func synchronizeFolder(_ path: String = "") {
    let descriptor = open(path, O_RDONLY | Int32(open_directory))
    synchronize(descriptor)
    close(descriptor)
  }

  func rename(_ from: String, _ to: String) {
    demand("rename \(from)", Outcome { Glibc.rename("\(place)/\(from)", "\(place)/\(to)") })
  }

  func unlink(_ path: String) { demand("unlink \(path)", Outcome { Glibc.unlink("\(place)/\(path)") }) }

  /// Runs a command that must succeed.
  @discardableResult
  func command(_ words: String...) -> String {
    let result = store.run(words)
    if result.status != 0 { problems.add("\(words.joined(separator: " ")): \(result.status) \(result.error)") }
    return result.output
  }

  func contents(_ path: String) -> [UInt8]? {
    let (outcome, bytes) = Listing.contents("\(place)/\(path)")
    if outcome == .error(ENOENT) { return nil }
    demand("read \(path)", outcome)
    let size = Int(Listing.status("\(place)/\(path)").1.st_size)
    if !outcome.isError, size != bytes.count { problems.add("\(path) says \(size) bytes and has \(bytes.count)") }
    return bytes
  }

  /// A document must have one of some contents.
  ///
  /// - Parameter partly: Contents of which any first part will do.
  func expect(_ path: String, _ whole: [UInt8]..., partly: [UInt8]? = nil, orNothing: Bool = false) {
    guard let found = contents(path) else {
      if !orNothing { problems.add("\(path) is not there") }
      return
    }
    if whole.contains(found) { return }
    if let partly, isBeginning(found, of: partly, certain: whole.map(\.count).min() ?? 0) { return }
    problems.add("\(path) has \(found.count) bytes that it never had as a whole")
  }

  /// Whether something begins like what was written, with zeros for what the disk does not have of it: ext4 may note the size that an append into the last
  /// block gives before it writes that block, so behind what was synchronized there are zeros up to the end of the block.
  private func isBeginning(_ found: [UInt8], of written: [UInt8], certain: Int) -> Bool {
    guard found.count <= written.count else { return false }
    return zip(found, written).enumerated().allSatisfy { place, bytes in
      bytes.0 == bytes.1 || place >= certain && bytes.0 == 0
    }
  }
}

/// What is found to be wrong.
final class CutProblems {
  /// What a scenario saw before the cut.
  var remembered: [UInt8] = []
  private(set) var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}
