import FileProviderStore
import Synchronization

/// What an import has done so far, and what it left out.
final class ImportTally: Sendable {
  struct Counts: Sendable {
    var seen: Int64 = 0
    var made: Int64 = 0
    var updated: Int64 = 0
    var deleted: Int64 = 0
    var bytes: Int64 = 0
    var skipped: Int64 = 0
  }

  private let counts = Mutex(Counts())

  var current: Counts { counts.withLock { $0 } }

  func add(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

  /// Lists something that was left out.
  func skip(_ path: String, _ reason: String) {
    counts.withLock { $0.skipped += 1 }
    Console.fail(CommandFailure(path, "left out: \(reason)"))
  }
}
