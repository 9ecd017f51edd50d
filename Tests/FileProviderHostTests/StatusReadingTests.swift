import Foundation
import TestSupport
import Testing

/// Reading the status changes no store: not even one that another version has mounted, or whose database is missing.
@Suite(.enabled(if: Machine.installed("sqlite3") != nil, "sqlite3 is not installed")) struct StatusReadingTests {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [["--check"], ["--json"], ["--openmetrics"], []])
  func `a store of an earlier version is not upgraded, and its state is said`(options: [String]) throws {
    let made = try sandbox.run("mkdir", "/folder")
    try #require(made.status == 0, "\(made)")
    let database = sandbox.folder + "/data/fileprovider/default/items.sqlite"
    // As before the last step of the schema.
    let older = try sandbox.program(
      "sqlite3", database,
      "DELETE FROM grdb_migrations WHERE rowid = (SELECT max(rowid) FROM grdb_migrations); PRAGMA wal_checkpoint(TRUNCATE)"
    )
    try #require(older.status == 0, "\(older)")
    let before = try Data(contentsOf: URL(fileURLWithPath: database))
    let status = try sandbox.run(["status"] + options)
    #expect(status.status != 0 && (status.output + status.error).contains("earlier version"), "\(status)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: database)) == before)
  }

  @Test(arguments: [["--check"], ["--json"], ["--openmetrics"], []])
  func `no database is made`(options: [String]) throws {
    let store = sandbox.folder + "/data/fileprovider/default"
    try Sandbox.makeFolder(store + "/contents")
    let status = try sandbox.run(["status"] + options)
    #expect(status.status != 0 && (status.output + status.error).contains("no store"), "\(status)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: store) == ["contents"])
  }
}
