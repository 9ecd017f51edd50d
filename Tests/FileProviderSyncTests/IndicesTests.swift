import FileProviderSync
import SyncSimulator
import Testing

struct IndicesTests {
  /// After each event of many histories, the indices of the tables find what a search of all rows finds.
  @Test(arguments: [false, true]) func `Finds by index what a search finds`(losesPower: Bool) {
    // In the last two, folders with calls below them are moved.
    for seed in Array(1...10) + [61, 143] as [UInt64] {
      var differences: [String] = []
      _ = History(seed: seed, losesPower: losesPower).run { tables in
        if differences.isEmpty { differences = Array(Search(tables: tables).differences.prefix(3)) }
      }
      #expect(differences.isEmpty, "SEED=\(seed)")
    }
  }
}

/// A search of all rows.
private struct Search {
  let tables: Tables

  var differences: [String] {
    let numbers = tables.itemNumbers
    let reports = tables.observed.keys.sorted()
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ index: Value, _ search: Value) {
      if index != search { found.append("\(what): \(index), not \(search)") }
    }
    let gone = numbers.filter { tables.isGone($0) }
    compare("gone", tables.goneCount, gone.count { tables.local($0) != nil })
    for number in numbers {
      let children = numbers.filter { !$0.isFixed && tables.local($0)?.place.parent == number }
      compare("children", tables.localChildren(of: number), children)
      compare("staying child", tables.firstStayingChild(of: number), children.first { !gone.contains($0) })
      let synced = numbers.filter { !$0.isFixed && tables.synced($0)?.place.parent == number }
      compare("synced children", tables.syncedChildren(of: number), synced)
      compare("remaining child", tables.firstRemainingChild(of: number), synced.first { !isElsewhere($0) })
      compare(
        "call below", tables.firstCall(below: number), tables.calls.map(\.number).first { isCall($0, below: number) })
      for item in [tables.local(number)?.place, tables.synced(number)?.place].compactMap({ $0 }) where !number.isFixed {
        compare(
          "holder", tables.localHolder(of: item),
          numbers.first { item.parent != .trash && !$0.isFixed && tables.local($0)?.place == item })
        compare("synced holders", tables.syncedHolders(of: item), numbers.filter { tables.synced($0)?.place == item })
        compare("calls", tables.calls(to: item), tables.calls.filter { $0.place == item })
        compare(
          "attempted", tables.attempted(item),
          tables.earlier.filter { $0.value.contains { $0.place == item } }.keys.sorted())
      }
    }
    for row in numbers.compactMap({ tables.synced($0) }) {
      guard let identifier = row.former else { continue }
      compare(
        "former holder", tables.formerHolder(of: identifier, row.version),
        numbers.first { tables.synced($0)?.former == identifier && tables.synced($0)?.version == row.version })
    }
    for identifier in Set(reports.compactMap { statement($0)?.parent }) {
      let children = reports.filter { statement($0)?.parent == identifier }
      let new = children.filter { tables.number(of: $0) == nil }
      compare("new children", tables.newChildren(of: identifier), new)
      compare(
        "stale child", tables.firstStaleChild(of: identifier), new.first { tables.observation($0)?.isStale == true })
      compare(
        "moved child", tables.firstMovedChild(of: identifier),
        children.first { tables.number(of: $0).map { isElsewhere($0) } ?? false })
      for child in children.compactMap({ statement($0) }) {
        compare(
          "reported", tables.reported(in: identifier, named: child.name),
          children.filter { statement($0)?.name == child.name })
        guard let operation = child.operation else { continue }
        compare(
          "made", tables.reported(in: identifier, madeBy: operation),
          children.filter { statement($0)?.operation == operation })
      }
    }
    for kind in [Kind.document, .folder, .link] {
      for isOpen in [true, false] {
        let makers = tables.calls.filter {
          $0.kind == kind && $0.wish != .delete && $0.place != nil && ($0.ended == nil) == isOpen
        }
        let first = makers.min { $0.begun < $1.begun }
        compare("maker", tables.firstCall(placing: kind, isOpen: isOpen, except: nil), first)
        compare(
          "other maker", tables.firstCall(placing: kind, isOpen: isOpen, except: first?.number),
          makers.filter { $0.number != first?.number }.min { $0.begun < $1.begun })
      }
    }
    return found
  }

  private func statement(_ identifier: Identifier) -> Statement? {
    guard case .statement(let statement)? = tables.observation(identifier)?.report else { return nil }
    return statement
  }

  private func isElsewhere(_ number: ItemNumber) -> Bool {
    guard let synced = tables.synced(number), let statement = synced.identifier.flatMap({ statement($0) }) else {
      return false
    }
    return tables.number(of: statement.parent) != synced.place.parent
  }

  private func isCall(_ number: ItemNumber, below folder: ItemNumber) -> Bool {
    guard number != folder, let call = tables.call(number) else { return false }
    return isBelow(number, folder) || call.place.map { $0.parent == folder || isBelow($0.parent, folder) } ?? false
  }

  /// The rows may lead in a circle.
  private func isBelow(_ number: ItemNumber, _ folder: ItemNumber) -> Bool {
    guard !folder.isFixed else { return false }
    var (current, seen) = (number, Set([number]))
    while let above = tables.synced(current)?.place.parent, !above.isFixed, seen.insert(above).inserted {
      if above == folder { return true }
      current = above
    }
    return false
  }
}
