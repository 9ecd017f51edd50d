import FileProviderStore
import Foundation
import CFileProviderSQLite
import Glibc

// Tells how many changes a second a store delivers in process, for the benchmark's row `changes`:
//
//     ChangeCounter STORE-DIRECTORY
//
// prints one line of JSON: how many changes the log has for a reader of everything, and how many were delivered a second, each
// item once (`coalesced`), every change (`individual`), and when SQLite alone reads the same rows (`scan`).

/// Counts, and looks at what it is given as a reader would.
final class Counter: ChangeHistoryVisitor {
  var count = 0
  var nameBytes = 0

  func visitDropEverything(at generation: Generation, resume: ContinuationToken) {}
  func visitAdd(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) { count(change) }
  func visitUpdate(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) { count(change) }
  func visitDelete(_ change: ItemChange, resume: ContinuationToken, reader: StoreReader) { count(change) }

  private func count(_ change: ItemChange) {
    count += 1
    nameBytes += change.name.spelling.utf8.count
  }
}

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let taken = ContinuousClock.now - start
  return Double(taken.components.seconds) + Double(taken.components.attoseconds) / 1e18
}

func deliver(_ store: ItemStore, isCoalesced: Bool) throws -> (count: Int, rate: Double) {
  // As a reader that was away since the beginning of the change log, and has an anchor from then.
  let oldest = try store.readCommitted { (reader) throws(StoreError) in try reader.oldestGeneration() }
  let anchor = store.anchor(ChangeCursor(at: oldest))
  var request = ChangeHistoryRequest(start: .token(anchor), scope: .everything)
  request.isCoalesced = isCoalesced
  request.wholeItems = false
  let history = try ChangeHistory(store: store, request: request)
  let counter = Counter()
  let time = try seconds { while try history.next(counter) {} }
  return (counter.count, Double(counter.count) / time)
}

/// What reading the log's rows costs when nothing is done with them.
func scan(_ directory: URL) -> Double {
  var connection: OpaquePointer?
  var statement: OpaquePointer?
  sqlite3_open_v2(
    directory.appendingPathComponent("items.sqlite").path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
  sqlite3_prepare_v2(connection, "SELECT * FROM log", -1, &statement, nil)
  defer {
    sqlite3_finalize(statement)
    sqlite3_close_v2(connection)
  }
  var rows = 0
  var sum: Int64 = 0
  let columns = sqlite3_column_count(statement)
  let time = seconds {
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<columns { sum &+= sqlite3_column_int64(statement, column) }
      rows += 1
    }
  }
  return Double(rows) / time
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: ChangeCounter STORE-DIRECTORY\n".utf8))
  exit(64)
}
let directory = URL(fileURLWithPath: CommandLine.arguments[1])
let store = try ItemStore(directory: directory)
_ = try deliver(store, isCoalesced: true)
let coalesced = try deliver(store, isCoalesced: true)
let individual = try deliver(store, isCoalesced: false)
print(
  #"{"changes":\#(coalesced.count),"coalesced":\#(Int(coalesced.rate)),"individual":\#(Int(individual.rate)),"#
    + #""scan":\#(Int(scan(directory)))}"#)
