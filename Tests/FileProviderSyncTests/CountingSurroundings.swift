import FileProviderSync
import Synchronization

/// Counts how often the planner looks something up, and what it gets.
struct CountingSurroundings: Surroundings {
  final class Counter: Sendable {
    private let sum = Atomic(0)

    var count: Int { sum.load(ordering: .relaxed) }

    func add(_ count: Int) { sum.add(count, ordering: .relaxed) }
  }

  let tables: Tables
  let counter = Counter()

  private func one<Value>(_ value: Value) -> Value {
    counter.add(1)
    return value
  }

  private func many<Value>(_ values: [Value]) -> [Value] {
    counter.add(1 + values.count)
    return values
  }

  func local(_ number: ItemNumber) -> LocalItem? { one(tables.local(number)) }
  func firstChild(of number: ItemNumber) -> ItemNumber? { one(tables.firstChild(of: number)) }
  func firstStayingChild(of number: ItemNumber) -> ItemNumber? { one(tables.firstStayingChild(of: number)) }
  func localHolder(of place: Place) -> ItemNumber? { one(tables.localHolder(of: place)) }
  func synced(_ number: ItemNumber) -> Synced? { one(tables.synced(number)) }
  func firstSyncedChild(of number: ItemNumber) -> ItemNumber? { one(tables.firstSyncedChild(of: number)) }
  func firstRemainingChild(of number: ItemNumber) -> ItemNumber? { one(tables.firstRemainingChild(of: number)) }
  func syncedHolders(of place: Place) -> [ItemNumber] { many(tables.syncedHolders(of: place)) }
  func number(of identifier: Identifier) -> ItemNumber? { one(tables.number(of: identifier)) }
  func formerHolder(of identifier: Identifier, _ version: Version) -> ItemNumber? {
    one(tables.formerHolder(of: identifier, version))
  }
  func observation(_ identifier: Identifier) -> Observation? { one(tables.observation(identifier)) }
  func newChildren(of identifier: Identifier) -> [Identifier] { many(tables.newChildren(of: identifier)) }
  func firstNewChild(of identifier: Identifier) -> Identifier? { one(tables.firstNewChild(of: identifier)) }
  func firstStaleChild(of identifier: Identifier) -> Identifier? { one(tables.firstStaleChild(of: identifier)) }
  func firstMovedChild(of identifier: Identifier) -> Identifier? { one(tables.firstMovedChild(of: identifier)) }
  func reported(in identifier: Identifier, named name: String) -> [Identifier] {
    many(tables.reported(in: identifier, named: name))
  }
  func reported(in identifier: Identifier, madeBy operation: String) -> [Identifier] {
    many(tables.reported(in: identifier, madeBy: operation))
  }
  func call(_ number: ItemNumber) -> Call? { one(tables.call(number)) }
  func calls(to place: Place) -> [Call] { many(tables.calls(to: place)) }
  func firstCall(below folder: ItemNumber) -> ItemNumber? { one(tables.firstCall(below: folder)) }
  func firstCall(placing kind: Kind, isOpen: Bool, except number: ItemNumber?) -> Call? {
    one(tables.firstCall(placing: kind, isOpen: isOpen, except: number))
  }
  func attempts(_ number: ItemNumber) -> [Attempt] { many(tables.attempts(number)) }
  func attempted(_ place: Place) -> [ItemNumber] { many(tables.attempted(place)) }
  func collision(_ number: ItemNumber) -> Collision? { one(tables.collision(number)) }
  func contents(of version: Version) -> Contents? { one(tables.contents(of: version)) }
  var keepsIdentifiers: Bool { tables.keepsIdentifiers }
  var expired: Moment { tables.expired }
  var changesRead: Moment { tables.changesRead }
  var hasReleased: Bool { tables.hasReleased }
  var holdsRemovals: Bool { one(tables.holdsRemovals) }
  var machine: String { tables.machine }
  var disabled: Rules { tables.disabled }
}
