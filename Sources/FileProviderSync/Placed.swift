/// A row of an item that has a place in a tree.
protocol Placed: Sendable {
  var place: Place { get }
}

extension LocalItem: Placed {}

extension Synced: Placed {}
