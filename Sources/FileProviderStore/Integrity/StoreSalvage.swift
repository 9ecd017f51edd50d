import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// Makes a new database of the readable parts of a damaged one.
///
/// The damaged database is read in three ways: with the intact beginning of its write-ahead log, with all pages of that log, whatever their checksums,
/// and without the log. The best of the three is copied, row by row, into a new database. When that is on the disk it takes the place of the damaged one, which is
/// kept beside it. An interruption loses nothing: before the exchange everything is as it was, and after it the next repair goes on.
struct StoreSalvage: CustomStringConvertible {
  /// How many items were read.
  let items: Int64
  /// Where the damaged files are.
  let kept: URL

  var description: String { "\(items) items were recovered, and the damaged store is kept in \(kept.path)" }

  private static func workshop(in directory: URL) -> URL { directory.appendingPathComponent("recovery") }

  /// The new database, when it is complete.
  private static func product(in directory: URL) -> URL {
    workshop(in: directory).appendingPathComponent("items.sqlite")
  }

  /// Whether a database was made that has not taken its place yet.
  static func isUnfinished(in directory: URL) -> Bool { access(product(in: directory).path, F_OK) == 0 }

  /// - Throws: `busy` when another process has the store open; `full`; `inputOutput`. Then nothing is lost.
  static func run(in directory: URL) throws(StoreError) -> StoreSalvage {
    let lock = try WriteLock(directory: directory)
    try lock.lock()
    defer { lock.unlock() }
    try refuseUsers(of: directory)
    if !isUnfinished(in: directory) { try make(in: directory) }
    // They mean that contents without an owner were never acknowledged, which is no longer certain.
    let contents = directory.appendingPathComponent("contents")
    ContentSession.forget(ContentSession.sessions(in: contents, boot: nil).dead, in: contents)
    let items = try countItems(product(in: directory))
    return StoreSalvage(items: items, kept: try install(in: directory))
  }

  /// Must not be called while this process has the store open.
  private static func refuseUsers(of directory: URL) throws(StoreError) {
    guard let user = try StoreDatabase.user(in: directory) else { return }
    throw StoreError(.busy, "process \(user) has the store \(directory.path) open; unmount it first, then repair it")
  }

  // MARK: Making

  private static func make(in directory: URL) throws(StoreError) {
    let workshop = workshop(in: directory)
    try? FileManager.default.removeItem(at: workshop)
    try makeDirectories(workshop.path)
    let made = workshop.appendingPathComponent("made")
    try makeDirectories(made.path)
    let source = try DamagedDatabase.best(of: directory, workshop: workshop)
    try RecoveredDatabase.make(in: made, of: source.way, source.pages, witnessed: witnessed(in: directory))
    let file = StoreDatabase.url(in: made)
    try synchronize(file.path)
    try move(file.path, to: product(in: directory).path)
    try synchronize(workshop.path)
  }

  /// The records of the two witnesses.
  private static func witnessed(in directory: URL) -> [WitnessRecord] {
    [WakeFile.url(in: directory), SyncWitness.url(in: directory)].compactMap { WitnessRecord(path: $0.path) }
  }

  private static func countItems(_ database: URL) throws(StoreError) -> Int64 {
    let connection = try Connection(database, .reading)
    let select = try StoreStatement("SELECT count(*) FROM items", on: connection)
    return try select.step() ? select.integer(0) : 0
  }

  // MARK: Installing

  private static let replaced = ["items.sqlite-wal", "redo", "witness", "wake"]

  private static func install(in directory: URL) throws(StoreError) -> URL {
    let kept = directory.appendingPathComponent("damaged-" + stamp())
    try makeDirectories(kept.path)
    for name in ["items.sqlite"] + replaced {
      let (old, new) = (directory.appendingPathComponent(name).path, kept.appendingPathComponent(name).path)
      guard link(old, new) == 0 || errno == ENOENT else { throw StoreError(errno: errno, "cannot create \(new)") }
    }
    try synchronize(kept.path)
    try synchronize(directory.path)
    // The write-ahead log first: it must never be read together with the new database.
    for name in replaced + ["items.sqlite-shm"] { unlink(directory.appendingPathComponent(name).path) }
    try synchronize(directory.path)
    try move(product(in: directory).path, to: StoreDatabase.url(in: directory).path)
    try synchronize(directory.path)
    try? FileManager.default.removeItem(at: workshop(in: directory))
    return kept
  }

  private static func stamp() -> String {
    Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)).replacingOccurrences(of: ":", with: "")
  }

  private static func move(_ old: String, to new: String) throws(StoreError) {
    guard rename(old, new) == 0 else { throw StoreError(errno: errno, "cannot create \(new)") }
  }

  private static func synchronize(_ path: String) throws(StoreError) {
    guard let opened = Descriptor(opening: path, O_RDONLY) else {
      throw StoreError(errno: errno, "cannot open \(path)")
    }
    guard fsync(opened.number) == 0 else { throw StoreError(errno: errno, "cannot synchronize \(path)") }
  }
}
