import CLinux
import Foundation
import Glibc

/// Room on the disk that is kept for removing things when there is no other.
///
/// A removal is a commit like any other: the database's log grows before anything becomes free. So that a full disk can be emptied again, the log
/// and the database have some room that nobody else can take; see `KeptRoom`. On a disk that copies on write a file holds it.
final class DiskReserve: @unchecked Sendable {
  // Sendable: used while the store is opened, and then by the holder of its write lock.
  private let directory: URL
  private var file: ReserveFile?
  /// The connection for writing, and its database's file.
  private var writer: (connection: Connection, file: DatabaseFile.File)?

  init(directory: URL) {
    self.directory = directory
    if Self.copiesOnWrite(directory) { file = ReserveFile(directory: directory) }
  }

  /// Whether the disk writes what is changed to another place.
  static func copiesOnWrite(_ directory: URL) -> Bool {
    var status = statfs()
    guard statfs(directory.path, &status) == 0 else { return false }
    // btrfs, ZFS and bcachefs.
    return [0x9123_683e, 0x2fc1_2fc1, 0xca45_1a4e].contains(UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Has a connection leave the room in the database as it is, if that is where it is kept.
  static func keep(in directory: URL, on connection: OpaquePointer?) {
    guard !copiesOnWrite(directory), let file = connection.flatMap(StoreVFS.databaseFile) else { return }
    DatabaseFile.keepRoom(file)
  }

  /// Keeps the room in the database from now on, if that is where it is.
  ///
  /// - Parameter connection: The one for writing, which has read something.
  func keep(with connection: Connection) {
    guard file == nil, let database = StoreVFS.databaseFile(of: connection.handle) else { return }
    DatabaseFile.keepRoom(database)
    guard DatabaseFile.canKeepRoom(database) else {
      file = ReserveFile(directory: directory)
      return
    }
    writer = (connection, database)
    // What earlier versions kept.
    unlink(ReserveFile.path(in: directory))
    DatabaseFile.replenish(database)
  }

  /// Whether something of the room is missing.
  var isIncomplete: Bool {
    if let file { return file.isIncomplete }
    return writer.map { DatabaseFile.isRoomIncomplete($0.file) } ?? true
  }

  /// Whether the log should be folded, so that it begins again where it has its room.
  var needsFolding: Bool { writer.map { DatabaseFile.shouldFold($0.file) } ?? false }

  /// Takes back what is missing, some time after it was tried last.
  @inline(__always) func replenishIfShort() {
    if let writer { DatabaseFile.replenishIfShort(writer.file) } else { file?.replenishIfShort() }
  }

  /// Runs a commit that may not use the last of the room, as it makes something new.
  func spare<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard let writer else { return try body() }
    DatabaseFile.of(writer.file).pointee.room.mayBeUsed = false
    defer { DatabaseFile.of(writer.file).pointee.room.mayBeUsed = true }
    return try body()
  }

  /// Runs something on a disk that is full. What the log occupies is used again, if that needs no room.
  func use<Result>(
    growthByFolding: () -> Int64, fold: () -> Void, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let file else {
      fold()
      return try body()
    }
    defer { file.replenish() }
    let room = file.size
    guard file.release() else { throw StoreError(.full, "the disk is full") }
    if growthByFolding() <= room / 2 { fold() }
    return try body()
  }
}
