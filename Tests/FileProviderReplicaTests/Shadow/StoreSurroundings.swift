import FileProviderInterface
@testable import FileProviderStore
import FileProviderSync

@testable import FileProviderReplica

/// What the planner of `FileProviderSync` may look at, read from the store of a domain.
///
/// The store keeps less than the planner asks for; the page *The sync engine* lists what is missing. `statement` stands for the observation that is being
/// written, since the store keeps none.
struct StoreSurroundings {
  let reader: StoreReader
  /// The store does not note it: the test knows its provider.
  let keepsIdentifiers: Bool
  /// What the provider has reported, and is not written yet.
  var statement: ProvidedItem?
  /// Whether something newer may have been reported since it was asked for.
  var isOvertaken = false
  /// Numbers for the values that the planner compares.
  let values = InternedValues()

  /// Reads something that a store always has.
  func read<Value>(_ body: () throws(StoreError) -> Value) -> Value {
    do { return try body() } catch { preconditionFailure("\(error)") }
  }

  func number(_ id: ItemID) -> ItemNumber {
    switch id {
    case .root: .root
    case .trash: .trash
    default: ItemNumber(Int(id.rawValue))
    }
  }

  func id(_ number: ItemNumber) -> ItemID {
    switch number {
    case .root: .root
    case .trash: .trash
    default: ItemID(rawValue: Int64(number.rawValue))
    }
  }

  func identifier(_ rawValue: String) -> Identifier {
    switch rawValue {
    case NSFileProviderItemIdentifier.rootContainer.rawValue: .root
    case NSFileProviderItemIdentifier.trashContainer.rawValue: .trash
    default: Identifier(rawValue)
    }
  }

  func pending(_ number: ItemNumber) -> PendingRow? {
    read { () throws(StoreError) in try ProvidedReader(reader).pending(id(number)) }
  }
}

extension StoreSurroundings: Surroundings {
  func firstChild(of number: ItemNumber) -> ItemNumber? { localChildren(of: number).first }

  func firstStayingChild(of number: ItemNumber) -> ItemNumber? { localChildren(of: number).first { !isGone($0) } }

  private func localChildren(of number: ItemNumber) -> [ItemNumber] {
    var children: [ItemNumber] = []
    read { () throws(StoreError) in
      try reader.forEachChild(of: id(number), after: .none) { item, _ in
        if item.kind.isPushable { children.append(self.number(item.id)) }
        return true
      }
    }
    return children
  }

  func localHolder(of place: Place) -> ItemNumber? {
    guard place.parent != .trash else { return nil }
    let child = read { () throws(StoreError) in
      try reader.child(of: id(place.parent), named: FileName(unchecked: place.name))
    }
    return child.flatMap { local(number($0.id))?.place == place ? number($0.id) : nil }
  }

  func firstSyncedChild(of number: ItemNumber) -> ItemNumber? { syncedChildren(of: number).first }

  func firstRemainingChild(of number: ItemNumber) -> ItemNumber? {
    syncedChildren(of: number).first { providerPlace(of: $0)?.parent == number }
  }

  func syncedHolders(of place: Place) -> [ItemNumber] {
    syncedChildren(of: place.parent).filter { synced($0)?.place == place }
  }

  private func syncedChildren(of number: ItemNumber) -> [ItemNumber] {
    read { () throws(StoreError) in
      let statement = try reader.statement("SELECT item FROM synced WHERE parent = ? ORDER BY item")
      statement.bind(1, id(number))
      return try reader.numbers(statement).map { self.number($0) }
    }
  }

  func number(of identifier: Identifier) -> ItemNumber? {
    if identifier == .root { return .root }
    if identifier == .trash { return .trash }
    let row = read { () throws(StoreError) in try ProvidedReader(reader).provided(identifier: identifier.rawValue) }
    return row.flatMap { synced(number($0.item))?.identifier == identifier ? number($0.item) : nil }
  }

  func newChildren(of identifier: Identifier) -> [Identifier] { reported(in: identifier) { number(of: $0) == nil } }

  func firstNewChild(of identifier: Identifier) -> Identifier? { newChildren(of: identifier).first }

  func firstStaleChild(of identifier: Identifier) -> Identifier? {
    newChildren(of: identifier).first { observation($0)?.isStale == true }
  }

  func firstMovedChild(of identifier: Identifier) -> Identifier? {
    reported(in: identifier) { child in
      number(of: child).map { synced($0)?.place.parent != number(of: identifier) } ?? false
    }.first
  }

  func reported(in identifier: Identifier, named name: String) -> [Identifier] {
    reported(in: identifier) { child in
      guard case .statement(let statement)? = observation(child)?.report else { return false }
      return statement.name == name
    }
  }

  /// The replica reads no names of operations.
  func reported(in identifier: Identifier, madeBy operation: String) -> [Identifier] { [] }

  private func reported(in parent: Identifier, where matches: (Identifier) -> Bool) -> [Identifier] {
    guard let statement, identifier(statement.parent) == parent else { return [] }
    return [identifier(statement.identifier)].filter(matches)
  }

  func calls(to place: Place) -> [Call] { calls.filter { $0.place == place } }

  func firstCall(below folder: ItemNumber) -> ItemNumber? {
    calls.map(\.number).first { number in
      guard number != folder, let call = call(number) else { return false }
      return syncedAncestors(of: number).contains(folder)
        || call.place.map { $0.parent == folder || syncedAncestors(of: $0.parent).contains(folder) } ?? false
    }
  }

  func firstCall(placing kind: Kind, isOpen: Bool, except number: ItemNumber?) -> Call? {
    calls.first {
      $0.kind == kind && $0.wish != .delete && $0.place != nil && ($0.ended == nil) == isOpen && $0.number != number
    }
  }

  private var calls: [Call] {
    read { () throws(StoreError) in
      try reader.numbers(
        reader.statement(
          """
          SELECT item FROM calls WHERE operation IN (1, 2, 5, 6)
          UNION SELECT item FROM pending p WHERE told <> 0 AND NOT EXISTS (SELECT 1 FROM synced WHERE item = p.item) ORDER BY item
          """))
    }.compactMap { call(number($0)) }
  }

  /// The store notes only that the contents were compared, and are not the same.
  func contents(of version: Version) -> Contents? {
    guard let statement, let number = number(of: identifier(statement.identifier)), let row = pending(number),
      row.options.contains(.isCompared)
    else { return nil }
    return Contents(hash: ContentsHash(values[Array("compared".utf8)]), size: Int(statement.size ?? 0))
  }

  // What the store does not keep.
  func formerHolder(of identifier: Identifier, _ version: Version) -> ItemNumber? { nil }
  func attempts(_ number: ItemNumber) -> [Attempt] { [] }
  func attempted(_ place: Place) -> [ItemNumber] { [] }
  func collision(_ number: ItemNumber) -> Collision? { nil }
  var expired: Moment { .zero }
  var machine: String { "this machine" }
  var disabled: Rules { [] }

  /// What is noted as gone is decided on when the changes have been read.
  var changesRead: Moment { Moment(.max) }

  var hasReleased: Bool { read { () throws(StoreError) in try ProvidedReader(reader).isAnythingHeld() } }

  var holdsRemovals: Bool {
    read { () throws(StoreError) in try !ProvidedReader(reader).heldItems(.held, limit: 1).isEmpty }
  }
}

/// Numbers for values of which only equality counts.
final class InternedValues {
  private var numbers: [[UInt8]: Int] = [:]

  subscript(bytes: [UInt8]?) -> Int {
    guard let bytes else { return 0 }
    if let known = numbers[bytes] { return known }
    numbers[bytes] = numbers.count + 1
    return numbers.count
  }
}
