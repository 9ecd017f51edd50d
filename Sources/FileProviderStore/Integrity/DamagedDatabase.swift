import Foundation
import Glibc
import LinuxSystem
import FileProviderSQLite

/// One way of reading a damaged database, without changing it.
struct DamagedDatabase {
  let connection: Connection
  /// Whether SQLite finds nothing wrong with it.
  private let isSound: Bool
  private let generation: Int64

  /// The way by which most can be read.
  ///
  /// - Parameter workshop: A directory on the same disk, for links to the files and for the databases that are made of them.
  /// - Returns: The way, `nil` when nothing can be read in any; and if that does not read all, the file with the pages.
  static func best(of directory: URL, workshop: URL) throws(StoreError) -> (way: DamagedDatabase?, pages: URL?) {
    let database = StoreDatabase.url(in: directory)
    let wal = URL(fileURLWithPath: database.path + "-wal")
    var ways: [URL] = []
    for (name, files) in [("with-log", [database, wal]), ("without-log", [database])] {
      let place = workshop.appendingPathComponent(name)
      try makeDirectories(place.path)
      // SQLite would wait at a FIFO.
      for file in files where Descriptor(openingFile: file.path, O_RDONLY) != nil {
        _ = link(file.path, place.appendingPathComponent(file.lastPathComponent).path)
      }
      ways.append(StoreDatabase.url(in: place))
    }
    let merged = workshop.appendingPathComponent("merged")
    try makeDirectories(merged.path)
    if try DamagedWAL(wal)?.merge(into: StoreDatabase.url(in: merged), over: database) == true {
      ways.append(StoreDatabase.url(in: merged))
    }
    let best = ways.compactMap { DamagedDatabase($0) }.max {
      ($0.isSound ? 1 : 0, $0.generation) < ($1.isSound ? 1 : 0, $1.generation)
    }
    // The last one has the pages of the log, if there are any.
    return (best, best?.isSound == true ? nil : ways.last)
  }

  private init?(_ url: URL) {
    guard let connection = try? Connection(url, .reading),
      let tables = try? connection.integer("SELECT count(*) FROM sqlite_schema"), tables != 0
    else { return nil }
    self.connection = connection
    isSound = (try? connection.texts("PRAGMA integrity_check(1)")) == ["ok"]
    generation = (try? connection.integer("SELECT max(generation) FROM log")) ?? 0
  }
}
