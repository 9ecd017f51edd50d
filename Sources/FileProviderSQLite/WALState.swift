import CFileProviderSQLite

/// What the write-ahead log ends with: it differs after each commit by any process.
///
/// Read from where all connections have it in common (https://www.sqlite.org/walformat.html#the_wal_index_header), by the connection's own means.
package struct WALState: Hashable, Sendable {
  /// The checksums of the last frame that was committed: of all that the log has.
  package var checksum: UInt64 = 0
  /// Other ones each time that the log begins again.
  package var salts: UInt64 = 0
  /// How many frames there are; none in a log that has begun again, when all that it had is in the database.
  package var frames: UInt32 = 0

  package init() {}

  /// - Parameter header: Of the index.
  package init(_ header: UnsafeRawPointer) {
    frames = header.load(fromByteOffset: 16, as: UInt32.self)
    checksum = header.load(fromByteOffset: 24, as: UInt64.self)
    salts = header.load(fromByteOffset: 32, as: UInt64.self)
  }

  /// Where a connection has the header of the index, as long as it is open; `nil` before it has read anything.
  package static func header(of connection: Connection) -> UnsafeRawPointer? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard let file, let map = file.pointee.pMethods.pointee.xShmMap else { return nil }
    var region: UnsafeMutableRawPointer?
    guard map(file, 0, 32 << 10, 0, &region) == SQLITE_OK else { return nil }
    return UnsafeRawPointer(region)
  }
}
