import FileProviderInterface
import FileProviderSQLite

/// A summary of what is not uploaded yet.
package struct PendingSummary: Sendable, Hashable {
  /// How many items.
  package var count: Int64
  /// When the oldest change of them was noted, in microseconds since 1970; `nil` where nothing waits.
  package var oldest: Int64?
  /// How many of the items the provider refused.
  package var refused: Int64 = 0
}

extension PushReader {
  /// What is not uploaded yet, as far as it was noted.
  package func pendingSummary() throws(StoreError) -> PendingSummary {
    let statement = try reader.statement("SELECT count(*), min(since), sum(state = 3) FROM pending WHERE state <> 4")
    defer { statement.reset() }
    guard try statement.step() else { return PendingSummary(count: 0) }
    return PendingSummary(count: statement.integer(0), oldest: statement.integerOrNil(1), refused: statement.integer(2))
  }

  /// From how many failures in a row on an item counts as blocked.
  private static let mostFailures = 3

  private static let refusedSQL = SQLText(
    """
    SELECT \(PendingRow.columns) FROM pending WHERE state = 3 OR state <> 4 AND error_domain IS NOT NULL
    ORDER BY first, item
    """)

  /// What requires user action, or has failed often, in the order in which it changed first.
  ///
  /// - Parameter limit: No more than so many.
  package func blockedItems(limit: Int) throws(StoreError) -> [PendingItem] {
    let statement = try reader.statement(Self.refusedSQL)
    var rows: [PendingRow] = []
    while rows.count < limit, try statement.step() {
      let row = PendingRow(statement)
      if row.needsUserAction || row.attempts >= Self.mostFailures { rows.append(row) }
    }
    statement.reset()
    var items: [PendingItem] = []
    for row in rows { items.append(try ProvidedReader(reader).described(row)) }
    return items
  }

  /// Whether the replica itself made a change, and not a user or the provider. A change that the log does not have any more counts as its own.
  package func isReplicas(_ generation: Generation) throws(StoreError) -> Bool {
    let statement = try reader.statement(
      "SELECT a.name FROM log l JOIN authors a ON a.id = l.author WHERE l.generation = ?")
    statement.bind(1, generation)
    defer { statement.reset() }
    return try statement.step() ? statement.textOrNil(0) == ChangeAuthor.replica : true
  }
}

extension PendingRow {
  /// Whether user action is required before the provider takes it.
  var needsUserAction: Bool { state == .parked || ProviderErrorPolicy.needsUserAction(errorDomain, errorCode) }
}

extension PendingItem {
  /// Whether user action is required before the provider takes it.
  package var needsUserAction: Bool { state == .parked || ProviderErrorPolicy.needsUserAction(errorDomain, errorCode) }
}

extension ProviderErrorPolicy {
  /// Whether an error requires user action: it passes neither with time nor with the network.
  package static func needsUserAction(_ error: any Error) -> Bool {
    let error = error as NSError
    return needsUserAction(error.domain, Int64(error.code))
  }

  static func needsUserAction(_ domain: String?, _ code: Int64?) -> Bool {
    guard let domain, let code = code.flatMap({ Int(exactly: $0) }) else { return false }
    if domain == NSFileProviderErrorDomain && code == NSFileProviderError.Code.serverUnreachable.rawValue {
      return false
    }
    return ProviderErrorPolicy(NSError(domain: domain, code: code)).reaction == .wait
  }
}
