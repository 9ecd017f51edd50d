/// Something a program asks of a file system. Paths are relative to the root of the tree under test; a slot is a place for an open
/// descriptor, the same on both sides.
enum Operation {
  case open(slot: Int, path: String, flags: Int32, mode: UInt32)
  case close(slot: Int)
  case read(slot: Int, offset: Int?, count: Int)
  case write(slot: Int, offset: Int?, count: Int, seed: UInt64)
  case seek(slot: Int, offset: Int, whence: Int32)
  case resize(slot: Int, size: Int)
  case allocate(slot: Int, mode: Int32, offset: Int, count: Int)
  case copy(from: Int, fromOffset: Int, to: Int, toOffset: Int, count: Int)
  case map(slot: Int, offset: Int, count: Int, seed: UInt64)
  case synchronize(slot: Int, dataOnly: Bool)
  case status(slot: Int)
  case list(slot: Int)
  case changeMode(slot: Int, mode: UInt32)
  case createIn(directory: Int, name: String, slot: Int)
  case truncate(path: String, size: Int)
  case makeDirectory(path: String, mode: UInt32)
  case removeDirectory(path: String)
  case unlink(path: String)
  case rename(from: String, to: String, flags: UInt32)
  case symlink(target: String, path: String)
  case readLink(path: String)
  case link(from: String, to: String)
  case makeNode(path: String, mode: UInt32)
  case setMode(path: String, mode: UInt32)
  case setOwner(path: String, user: UInt32, group: UInt32, follows: Bool)
  case setTimes(path: String, access: Time, modification: Time, follows: Bool)
  case setAttribute(path: String, name: String, count: Int, seed: UInt64, flags: Int32)
  case getAttribute(path: String, name: String)
  case removeAttribute(path: String, name: String)
  case access(path: String, mode: Int32)
  case pathStatus(path: String)
  case listPath(path: String)
  case mask(UInt32)

  /// A time for `utimensat`.
  enum Time {
    case now
    case omit
    case at(seconds: Int, nanoseconds: Int)
  }
}

/// What came of an operation on one side, as far as it must be the same on the other.
struct Observation: Equatable, CustomStringConvertible {
  var outcome: Outcome
  var detail: String

  init(_ outcome: Outcome, _ detail: String = "") {
    self.outcome = outcome
    self.detail = detail
  }

  init(_ call: () -> Int32) { self.init(Outcome(call)) }

  var description: String { detail.isEmpty ? "\(outcome)" : "\(outcome) [\(detail)]" }
}
