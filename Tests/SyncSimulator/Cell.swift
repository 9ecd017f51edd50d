import FileProviderSync

/// A cell of the table local × observed × call.
struct Cell: Hashable, CustomStringConvertible {
  enum Local: String { case same, edited, moved, deleted, created, absent }
  enum Observed: String { case same, edited, moved, gone, new, stale }
  enum Open: String { case none, open, unknown }

  var local: Local
  var observed: Observed
  var call: Open

  var description: String { "local \(local.rawValue), observed \(observed.rawValue), call \(call.rawValue)" }

  init(_ tables: Tables, _ candidate: Candidate) {
    switch candidate {
    case .identifier(let identifier):
      local = .absent
      observed = tables.observation(identifier)?.isStale == true ? .stale : .new
      call = .none
    case .item(let number):
      let item = tables.local(number)
      let synced = tables.synced(number)
      local =
        switch (item, synced) {
        case (nil, _): .deleted
        case (_, nil): .created
        case (let item?, let synced?):
          item.contents != nil && item.contents != synced.contents
            ? .edited : item.place != synced.place || item.fields != synced.fields ? .moved : .same
        }
      let observation = synced?.identifier.flatMap { tables.observation($0) }
      observed =
        switch (observation?.report, synced) {
        case (_?, _) where observation?.isStale == true: .stale
        case (.gone?, _): .gone
        case (.statement(let statement)?, let synced?):
          statement.version.contents != synced.version.contents ? .edited : .moved
        default: .same
        }
      call = tables.call(number).map { $0.ended == nil ? .open : .unknown } ?? .none
    }
  }
}
