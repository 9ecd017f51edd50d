import Foundation
import Glibc
import LinuxSystem

/// The mark of a process that makes content files: a locked file, named after the first number that the process may use, which contains the run
/// of the machine.
///
/// A content file is made before the commit that gives it an owner. If the process dies in between, its mark stays, unlocked: files without an
/// owner from that number on, up to the first number of another process, belong to changes that were never acknowledged, and `check --repair`
/// removes them. After a restart of the machine this does not hold, because the commit may be what was lost. Then, or without such a mark, a
/// file without an owner may be the only copy.
///
/// A process that ends cleanly leaves no such files, but a loss of power may take the commits that gave its files their owners. So its
/// mark is renamed, and removed after the next synchronization of the write-ahead log.
struct ContentSession: ~Copyable {
  let first: ContentKey
  private let descriptor: Descriptor
  private let path: String
  private static let ending = ".done"

  static func directory(in contents: URL) -> String { contents.path + "/sessions" }

  /// - Parameter boot: This run of the machine.
  init(contents: URL, first: ContentKey, owner: StoreOwner, boot: BootIdentity?) throws(StoreError) {
    let directory = Self.directory(in: contents)
    if owner.makeFolder(directory) != 0 && errno != EEXIST {
      throw StoreError(errno: errno, "cannot create \(directory)")
    }
    let path = directory + "/" + String(first.rawValue, radix: 16)
    guard let file = owner.open(path) else { throw StoreError(errno: errno, "cannot create \(path)") }
    flock(file.number, LOCK_EX)
    // A mark without it counts as one of an earlier run of the machine, which is the safe assumption.
    if var epoch = MountEpoch.current(of: file.number, boot: boot) {
      _ = pwrite(file.number, &epoch, MemoryLayout<UInt64>.size, 0)
    }
    self.first = first
    self.path = path
    descriptor = file
  }

  deinit { rename(path, path + Self.ending) }

  /// The processes that have made content files.
  struct Sessions {
    /// The first numbers of those that run and of those that have ended, in ascending order.
    fileprivate(set) var alive: [ContentKey] = []
    fileprivate(set) var dead: [ContentKey] = []
    /// Whether another process than this one runs.
    fileprivate(set) var hasOthers = false
    /// Those that have ended in this run of the machine.
    fileprivate var deadInThisRun: Set<Int64> = []

    /// The first numbers of the processes that were killed in this run of the machine, in ascending order.
    var killed: [ContentKey] { dead.filter { deadInThisRun.contains($0.rawValue) && !ended.contains($0.rawValue) } }
    /// The dead processes that ended cleanly.
    fileprivate var ended: Set<Int64> = []

    enum Maker {
      case running
      /// Its commits are in the database.
      case ended
      /// Its last commits may be lost.
      case endedInAnEarlierRun
      case unknown
    }

    /// Two processes that begin at the same time may use each other's numbers; see `ContentFiles.create`.
    private static let step: Int64 = 1 << 21

    /// The process that has made a content file. Numbers begin at the time in nanoseconds, and no process makes a file each nanosecond, so it is the
    /// last process that began before the number.
    func maker(of key: ContentKey) -> Maker {
      func last(_ firsts: [ContentKey]) -> Int64? { firsts.last { $0.rawValue <= key.rawValue }?.rawValue }
      let (running, ended) = (last(alive), last(dead))
      if let running, running >= ended ?? 0 || key.rawValue - running < Self.step { return .running }
      guard let ended else { return .unknown }
      return deadInThisRun.contains(ended) ? .ended : .endedInAnEarlierRun
    }
  }

  /// - Parameters:
  ///   - boot: This run of the machine.
  ///   - own: The first number of this process; `nil` before its first content file.
  static func sessions(in contents: URL, boot: BootIdentity?, own: ContentKey? = nil) -> Sessions {
    var sessions = Sessions()
    let directory = directory(in: contents)
    for name in (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? [] {
      let isDone = name.hasSuffix(ending)
      guard let first = Int64(isDone ? String(name.dropLast(ending.count)) : name, radix: 16) else { continue }
      guard let file = Descriptor(openingFile: directory + "/" + name, O_RDONLY) else { continue }
      // Shared, so that two processes that test the mark at the same time do not take each other for its owner.
      if isDone || flock(file.number, LOCK_SH | LOCK_NB) == 0 {
        sessions.dead.append(ContentKey(rawValue: first))
        if isDone { sessions.ended.insert(first) }
        if isOfThisRun(file.number, boot) { sessions.deadInThisRun.insert(first) }
      } else {
        sessions.alive.append(ContentKey(rawValue: first))
        if first != own?.rawValue { sessions.hasOthers = true }
      }
    }
    sessions.alive.sort { $0.rawValue < $1.rawValue }
    sessions.dead.sort { $0.rawValue < $1.rawValue }
    return sessions
  }

  private static func isOfThisRun(_ file: Int32, _ boot: BootIdentity?) -> Bool {
    var epoch: UInt64 = 0
    guard pread(file, &epoch, MemoryLayout<UInt64>.size, 0) == MemoryLayout<UInt64>.size else { return false }
    return MountEpoch.current(of: file, boot: boot) == epoch
  }

  /// Removes the marks of dead sessions, after their leftovers were removed.
  static func forget(_ dead: [ContentKey], in contents: URL) {
    for first in dead {
      let path = directory(in: contents) + "/" + String(first.rawValue, radix: 16)
      unlink(path)
      unlink(path + ending)
    }
  }

  /// Treats processes that ended cleanly like dead ones, because their commits may have been lost since.
  static func distrustDone(in contents: URL) {
    for path in done(in: contents) { rename(path, String(path.dropLast(ending.count))) }
  }

  /// The marks of processes that ended cleanly.
  static func done(in contents: URL) -> [String] {
    let directory = directory(in: contents)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(ending) }.map { directory + "/" + $0 }
  }
}
