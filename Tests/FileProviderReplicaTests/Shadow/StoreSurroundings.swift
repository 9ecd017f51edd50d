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

  func number(_ id: ItemID) -> ItemNumber { id == .root ? .root : ItemNumber(Int(id.rawValue)) }

  func id(_ number: ItemNumber) -> ItemID { number == .root ? .root : ItemID(rawValue: Int64(number.rawValue)) }

  func identifier(_ rawValue: String) -> Identifier {
    rawValue == NSFileProviderItemIdentifier.rootContainer.rawValue ? .root : Identifier(rawValue)
  }

  func pending(_ number: ItemNumber) -> PendingRow? {
    read { () throws(StoreError) in try ProvidedReader(reader).pending(id(number)) }
  }
}

extension StoreSurroundings: Surroundings {
  func localChildren(of number: ItemNumber) -> [ItemNumber] {
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
    // The provider decides on names in the trash.
    guard place.parent != number(.trash) else { return nil }
    let child = read { () throws(StoreError) in
      try reader.child(of: id(place.parent), named: FileName(unchecked: place.name))
    }
    return child.flatMap { local(number($0.id))?.place == place ? number($0.id) : nil }
  }

  func syncedChildren(of number: ItemNumber) -> [ItemNumber] {
    read { () throws(StoreError) in
      let statement = try reader.statement("SELECT item FROM synced WHERE parent = ? ORDER BY item")
      statement.bind(1, id(number))
      return try reader.numbers(statement).map { self.number($0) }
    }
  }

  func number(of identifier: Identifier) -> ItemNumber? {
    if identifier == .root { return .root }
    if identifier.rawValue == NSFileProviderItemIdentifier.trashContainer.rawValue { return number(.trash) }
    let row = read { () throws(StoreError) in try ProvidedReader(reader).provided(identifier: identifier.rawValue) }
    return row.flatMap { synced(number($0.item))?.identifier == identifier ? number($0.item) : nil }
  }

  func newChildren(of identifier: Identifier) -> [Identifier] { reported(in: identifier) { number(of: $0) == nil } }

  func movedChildren(of identifier: Identifier) -> [Identifier] {
    reported(in: identifier) { child in
      number(of: child).map { synced($0)?.place.parent != number(of: identifier) } ?? false
    }
  }

  private func reported(in parent: Identifier, where matches: (Identifier) -> Bool) -> [Identifier] {
    guard let statement, identifier(statement.parent) == parent else { return [] }
    return [identifier(statement.identifier)].filter(matches)
  }

  var calls: [Call] {
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
