@testable import FileProviderStore
import Foundation

/// What a store has, for whoever looks for the cause of a failure.
extension ReplicaStage {
  /// The items with what is known of them, what waits, what is noted, and the log, a line each.
  func described() throws -> [String] {
    var lines: [String] = []
    try store.readCommitted { (reader) throws(StoreError) in
      for id in try reader.itemNumbers(after: .none, limit: .max) { lines.append(try Self.item(id, reader)) }
      for id in try PendingReader(reader).providedWithoutItem(after: .none, limit: .max) {
        lines.append(try Self.item(id, reader))
      }
      for id in try ReplicationReader(reader).renumberedFolders() { lines.append("other identifiers in \(id)") }
      for folder in try ProvidedReader(reader).foldersOfRenamedItems() {
        for id in try ProvidedReader(reader).renamedItems(in: folder) {
          lines.append("no name of its own: \(id) in \(folder)")
        }
      }
      for stale in try ReplicationReader(reader).staleIdentifiers(limit: .max) {
        lines.append("stale \(stale.identifier)")
      }
      try LogReader(reader).forEachLogRow(after: .zero) { row in
        lines.append(
          "log \(row.generation) at \(row.time): \(row.event) \(row.item) in \(row.parent), fields \(row.fields.rawValue), "
            + "was \(row.beforeParent.map { "\($0)" } ?? "")/\(row.beforeName?.spelling ?? ""), author \(row.author)")
        return true
      }
    }
    return lines + log.text.split(separator: "\n").suffix(200).map { String($0) }
  }

  private static func item(_ id: ItemID, _ reader: StoreReader) throws(StoreError) -> String {
    var line = "item \(id)"
    if let record = try reader.record(id) {
      line += " \(record.kind) \(record.parent)/\(record.name.spelling) flags \(record.attributes.flags.rawValue)"
    }
    if let row = try ProvidedReader(reader).provided(id) { line += ", there \(row.identifier)" }
    if let synced = try ProvidedReader(reader).synced(id) {
      line += ", synced \(synced.parent)/\(synced.name.spelling)"
    }
    if let row = try ProvidedReader(reader).pending(id) {
      line += ", \(row.state) fields \(row.fields.rawValue) sent \(row.sent.rawValue) kept \(row.kept.rawValue)"
      line += " options \(row.options.rawValue) stale \(row.isStale) from \(row.oldParent.map { "\($0)" } ?? "")"
    }
    if let sent = try ReplicationReader(reader).sentCreation(of: id) {
      line += ", creation in \(sent.parent) as \(sent.filename)"
    }
    for place in try ReplicationReader(reader).sentPlaces(of: id) {
      line += ", sent to \(place.parent)/\(place.name.spelling)"
    }
    if let state = try ProvidedReader(reader).heldState(of: id) { line += ", held: \(state)" }
    return line
  }
}
