import FileProviderSync

/// A cell of the table local × observed × call.
struct Cell: CustomStringConvertible {
  enum Local: Int, CaseIterable { case same, edited, moved, deleted, created, absent }
  enum Observed: Int, CaseIterable { case same, edited, moved, gone, new, stale }
  enum Open: Int, CaseIterable { case none, open, unknown }

  var local: Local
  var observed: Observed
  var call: Open

  var description: String { "local \(local), observed \(observed), call \(call)" }

  static let count = Local.allCases.count * Observed.allCases.count * Open.allCases.count

  var index: Int {
    (local.rawValue * Observed.allCases.count + observed.rawValue) * Open.allCases.count + call.rawValue
  }

  init(index: Int) {
    call = Open(rawValue: index % Open.allCases.count)!
    let rest = index / Open.allCases.count
    observed = Observed(rawValue: rest % Observed.allCases.count)!
    local = Local(rawValue: rest / Observed.allCases.count)!
  }

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
        case _ where tables.isGone(number): .gone
        case (.statement(let statement)?, let synced?):
          synced.hasOtherContents(statement) ? .edited : .moved
        default: .same
        }
      call = tables.call(number).map { $0.ended == nil ? .open : .unknown } ?? .none
    }
  }
}
