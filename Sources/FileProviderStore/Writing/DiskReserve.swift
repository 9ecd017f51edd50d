import Foundation
import Glibc
import FileProviderSQLite

/// Room on the disk that is reserved for removals when the disk is full.
///
/// A removal is a commit like any other: the write-ahead log grows before anything becomes free. So that a full disk can be emptied again, the
/// write-ahead log and the database hold some room that no other file can take; see `KeptRoom` in `FileProviderSQLite`. On a disk that copies on write a
/// separate file holds it.
final class DiskReserve: @unchecked Sendable {
  // Sendable: used by the thread that opens the store, and then by the holder of its write lock.
  private let directory: URL
  private var file: ReserveFile?
  /// The connection for writing, as soon as the store has one.
  private var connection: Connection?
  /// The same, if the room is in its files.
  private var keeping: Connection?

  init(directory: URL) {
    self.directory = directory
    if StoreDatabase.copiesOnWrite(directory) { file = ReserveFile(directory: directory) }
  }

  /// Keeps the room in the database's files from now on, unless the disk copies on write.
  ///
  /// - Parameter connection: The writing connection, which has read something.
  func keep(with connection: Connection) {
    self.connection = connection
    guard file == nil, connection.keepRoom() else { return }
    guard connection.canKeepRoom() else {
      file = ReserveFile(directory: directory)
      return
    }
    keeping = connection
    // Earlier versions kept a file here, too.
    unlink(ReserveFile.path(in: directory))
    connection.replenishRoom()
  }

  /// Whether something of the room is missing.
  var isIncomplete: Bool {
    if let file { return file.isIncomplete }
    return keeping?.isRoomIncomplete ?? true
  }

  /// Whether the write-ahead log should be folded, so that it begins again where its room is.
  var needsFolding: Bool { keeping?.needsCheckpointForRoom ?? false }

  /// Tries to take back missing room, some time after the last try.
  @inline(__always) func replenishIfShort() {
    if let keeping { keeping.replenishRoomIfShort() } else { file?.replenishIfShort() }
  }

  /// Runs a commit that may not use the reserved room, because it creates something.
  func spare<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard let keeping else { return try body() }
    keeping.setMayUseRoom(false)
    defer { keeping.setMayUseRoom(true) }
    return try body()
  }

  /// Runs something on a disk that is full.
  ///
  /// - Parameter mayFold: Whether the write-ahead log may be folded first, so that what it occupies is used again. That is done only if it
  ///   needs no room.
  func use<Result>(mayFold: Bool, _ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let connection = mayFold ? connection : nil
    guard let file else {
      connection.map(fold)
      return try body()
    }
    defer { file.replenish() }
    let room = file.size
    guard file.giveUp() else { throw StoreError(.full, "the disk is full") }
    if let connection, growthByFolding(connection) <= room / 2 { fold(connection) }
    return try body()
  }

  /// Moves what the write-ahead log has into the database, and waits a little for readers.
  private func fold(_ connection: Connection) { try? connection.checkpoint(.restart, timeout: 500) }

  /// By how many bytes the database's file has to grow for what is in the write-ahead log.
  private func growthByFolding(_ connection: Connection) -> Int64 {
    var status = stat()
    guard let pages = try? connection.integer("PRAGMA page_count"),
      stat(StoreDatabase.url(in: directory).path, &status) == 0
    else { return .max }
    return pages * 4096 - Int64(status.st_size)
  }
}
