import Foundation
import Glibc
import FileProviderSQLite

/// Finds out whether the database has lost anything, before anything of the store is changed.
///
/// If the write-ahead log is cut, zeroed, missing or has a changed byte, SQLite takes it as one that ends there, and it takes an empty database as
/// a new one: some items would be missing without an error, and their contents would have no owner. So two witnesses beside the database say how far
/// it reached: `wake` has the last committed generation, which holds within one epoch, and `witness` the last one on the disk, which always
/// holds. A database that ends before either of them is damaged, and cannot be opened.
enum DatabaseIntegrity {
  /// Opens the database for reading, and checks that it is complete.
  ///
  /// The caller holds the write lock, or no process is making the store at the moment.
  ///
  /// - Returns: The connection; `nil` when there is no store yet, or its creation was interrupted.
  /// - Throws: `damaged`, and then nothing was changed; the error of opening it.
  static func open(
    in directory: URL, _ access: Connection.Access = .reading, boot: BootIdentity? = .current
  ) throws(StoreError) -> Connection? {
    if StoreSalvage.isUnfinished(in: directory) {
      throw damaged("an earlier “check --repair” of \(directory.path) was interrupted")
    }
    do throws(StoreError) { return try verified(in: directory, access, boot) } catch {
      guard error.code == .damaged, !error.message.contains("nothing was changed") else { throw error }
      throw damaged(error.message)
    }
  }

  private static func verified(
    in directory: URL, _ access: Connection.Access, _ boot: BootIdentity?
  ) throws(StoreError) -> Connection? {
    let url = StoreDatabase.url(in: directory)
    guard let size = try StoreFiles.size(of: url.path), size > 0 else {
      return try checkNew(in: directory, "\(url.path) is missing or empty")
    }
    let connection: Connection
    let tables: Int64
    do throws(StoreError) {
      connection = try Connection(url, access)
      tables = try integer(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('items', 'log', 'settings')", connection)
    } catch {
      // A new database has a rollback journal until it has a write-ahead log, and a connection for reading cannot roll one back.
      guard error.code == .readOnly, try StoreFiles.size(of: url.path + "-journal") != nil else { throw error }
      return try checkNew(in: directory, "the creation of \(url.path) was interrupted")
    }
    guard tables == 3 else { return try checkNew(in: directory, "\(url.path) has no tables") }
    return try checkReach(of: connection, in: directory, boot) ? connection : nil
  }

  /// A store whose creation was interrupted is made again, unless a witness, the write-ahead log or contents show that it was in use.
  private static func checkNew(in directory: URL, _ reason: String) throws(StoreError) -> Connection? {
    let witness = witness(in: directory)
    let wal = try StoreFiles.size(of: StoreDatabase.url(in: directory).path + "-wal") ?? 0
    if let witness, witness.generation > 0 {
      throw damaged("\(reason), but change \(witness.generation) was on the disk")
    }
    if wal > 0, try StoreFiles.size(of: StoreDatabase.url(in: directory).path) ?? 0 == 0 {
      throw damaged("\(reason), but its write-ahead log is not")
    }
    if ContentFiles.hasAny(in: directory) { throw damaged("\(reason), but contents exist") }
    return nil
  }

  /// - Returns: Whether the database has its identifier, which its creation writes last, together with the first items.
  private static func checkReach(
    of connection: Connection, in directory: URL, _ boot: BootIdentity?
  ) throws(StoreError) -> Bool {
    // The witnesses first, because a commit in between makes the database newer than they record.
    let synced = witness(in: directory)
    let select = try StoreStatement("SELECT value FROM settings WHERE key = 'uuid'", on: connection)
    guard try select.step(), let store = UUID(uuidString: select.text(0)) else {
      let items = try integer("SELECT count(*) FROM items", connection)
      guard items == 0, synced?.generation ?? 0 == 0, !ContentFiles.hasAny(in: directory) else {
        throw damaged("the database of \(directory.path) has no identifier")
      }
      return false
    }
    select.reset()
    if let synced, !synced.isOf(store) {
      throw damaged("\(StoreDatabase.url(in: directory).path) is the database of another store")
    }
    let committed = WakeFile.witnessed(in: directory, of: store, boot: boot)
    let end = try integer("SELECT max(generation) FROM log", connection)
    if let synced, end < synced.generation {
      throw damaged(
        "the database of \(directory.path) ends with change \(end), but change \(synced.generation) was on the disk")
    }
    if let committed, end < committed.rawValue {
      throw damaged("the database of \(directory.path) ends with change \(end), but change \(committed) was committed")
    }
    return true
  }

  private static func witness(in directory: URL) -> WitnessRecord? {
    WitnessRecord(path: SyncWitness.url(in: directory).path)
  }

  private static func integer(_ sql: String, _ connection: Connection) throws(StoreError) -> Int64 {
    let select = try StoreStatement(sql, on: connection)
    return try select.step() ? select.integerOrNil(0) ?? 0 : 0
  }

  private static func damaged(_ what: String) -> StoreError {
    StoreError(.damaged, "\(what); nothing was changed")
  }
}
