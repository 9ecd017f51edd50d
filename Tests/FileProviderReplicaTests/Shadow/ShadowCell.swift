import FileProviderSync

/// A cell of the planner's table, as far as a store has it.
struct ShadowCell: Hashable, CustomStringConvertible {
  enum Local: String { case same, edited, moved, changed, deleted, created, absent }
  enum Observed: String { case same, edited, moved, gone, new, stale }
  enum Open: String { case none, open, unknown }

  var kind: Kind
  var local: Local
  var observed: Observed
  var call: Open

  var description: String { "\(kind): \(local) × \(observed) × \(call)" }

  init(_ number: ItemNumber?, _ identifier: Identifier?, in surroundings: StoreSurroundings) {
    let item = number.flatMap { surroundings.local($0) }
    let synced = number.flatMap { surroundings.synced($0) }
    local =
      switch (item, synced) {
      case (nil, nil): .absent
      case (nil, _?): .deleted
      case (_?, nil): .created
      case (let item?, let synced?):
        item.contents != nil && item.contents != synced.contents
          ? .edited : item.place != synced.place ? .moved : item.fields != synced.fields ? .changed : .same
      }
    let observation = (synced?.identifier ?? identifier).flatMap { surroundings.observation($0) }
    let reported: Statement? = if case .statement(let statement)? = observation?.report { statement } else { nil }
    kind = item?.kind ?? synced?.kind ?? reported?.kind ?? .document
    observed =
      switch (observation?.report, synced) {
      case (_?, _) where observation?.isStale == true: .stale
      case _ where number.map { surroundings.isGone($0) } ?? false: .gone
      case (.statement?, nil): .new
      case (.statement(let statement)?, let synced?):
        synced.hasOtherContents(statement) ? .edited : .moved
      default: .same
      }
    call = number.flatMap { surroundings.call($0) }.map { $0.ended == nil ? .open : .unknown } ?? .none
  }
}
