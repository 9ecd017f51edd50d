import FileProviderProgram
import FileProviderStore
import Synchronization

/// What an import or an export has done so far, and what it has left out.
package final class TransferTally: Sendable {
  struct Counts: Sendable {
    var seen: Int64 = 0
    var made: Int64 = 0
    var updated: Int64 = 0
    var deleted: Int64 = 0
    var bytes: Int64 = 0
    /// The bytes that did not have to be copied.
    var passed: Int64 = 0
    var skipped: Int64 = 0
    /// How many items lost something of a kind.
    var lost: [Loss: Int64] = [:]
  }

  /// Properties of an item on this machine that a domain cannot store. Contents and names are always preserved.
  enum Loss: String, CaseIterable, Sendable {
    case accessLists = "access control lists (ACLs) are not preserved"
    case capabilities = "file capabilities are not preserved"
    case hardLinks = "hard links become separate files"
  }

  private let counts = Mutex(Counts())

  var current: Counts { counts.withLock { $0 } }

  func add(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

  /// Prints the summary of a run.
  ///
  /// - Parameter seconds: How long it took.
  func summarize(_ what: String, seconds: Double) {
    let counts = current
    var parts = ["\(HumanText.count(counts.made)) new"]
    if counts.updated > 0 { parts.append("\(HumanText.count(counts.updated)) updated") }
    if counts.deleted > 0 { parts.append("\(HumanText.count(counts.deleted)) deleted") }
    if counts.skipped > 0 { parts.append("\(HumanText.count(counts.skipped)) skipped") }
    let rate = Int64(Double(counts.seen) / max(seconds, 0.001))
    Console.say(
      "\(what): \(HumanText.items(counts.seen)) seen, \(parts.joined(separator: ", ")); "
        + "\(HumanText.size(counts.bytes)) in \(HumanText.duration(seconds: seconds)), \(HumanText.count(rate)) items/s"
    )
  }

  /// Notes that an item loses a property.
  func lose(_ loss: Loss) { counts.withLock { $0.lost[loss, default: 0] += 1 } }

  /// Prints what was lost, one line for each kind.
  func listLosses(_ what: String) {
    let lost = current.lost
    for loss in Loss.allCases {
      guard let count = lost[loss] else { continue }
      Console.say("\(what): \(HumanText.items(count)): \(loss.rawValue)")
    }
  }

  /// Prints something that was left out.
  func skip(_ path: String, _ reason: String, remedy: String? = nil) {
    counts.withLock { $0.skipped += 1 }
    Console.fail(CommandFailure(path, "skipped: \(reason)", remedy: remedy))
  }
}
