import CLinux
import Foundation
import Glibc
import SQLite

/// Room on the disk that is kept for removing things when there is no other.
///
/// A removal is a commit like any other: the database's log grows before anything becomes free. So that a full disk can be emptied again, the log
/// and the database have some room that nobody else can take; see `KeptRoom` in `SQLite`. On a disk that copies on write a file holds it.
final class DiskReserve: @unchecked Sendable {
  // Sendable: used while the store is opened, and then by the holder of its write lock.
  private let directory: URL
  private var file: ReserveFile?
  /// The connection for writing.
  private var writer: Connection?

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
  static func keep(in directory: URL, on connection: Connection) {
    if !copiesOnWrite(directory) { connection.keepRoom() }
  }

  /// Keeps the room in the database from now on, if that is where it is.
  ///
  /// - Parameter connection: The one for writing, which has read something.
  func keep(with connection: Connection) {
    guard file == nil, connection.keepRoom() else { return }
    guard connection.canKeepRoom() else {
      file = ReserveFile(directory: directory)
      return
    }
    writer = connection
    // What earlier versions kept.
    unlink(ReserveFile.path(in: directory))
    connection.replenishRoom()
  }

  /// Whether something of the room is missing.
  var isIncomplete: Bool {
    if let file { return file.isIncomplete }
    return writer?.isRoomIncomplete ?? true
  }

  /// Whether the log should be folded, so that it begins again where it has its room.
  var needsFolding: Bool { writer?.needsCheckpointForRoom ?? false }

  /// Takes back what is missing, some time after it was tried last.
  @inline(__always) func replenishIfShort() {
    if let writer { writer.replenishRoomIfShort() } else { file?.replenishIfShort() }
  }

  /// Runs a commit that may not use the last of the room, as it makes something new.
  func spare<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard let writer else { return try body() }
    writer.setMayUseRoom(false)
    defer { writer.setMayUseRoom(true) }
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
